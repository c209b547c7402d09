//! Where data goes: standard output, or a file that appears only when it is complete.

use super::failure::Failure;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Bytes gathered before they are written.
const BUFFER: usize = 1 << 18;

/// A sink for data. A file is written beside its final place and renamed by [`Output::finish`]; if
/// that is never reached, nothing is left behind and a file that was there before is untouched.
pub struct Output {
    name: String,
    sink: Sink,
}

enum Sink {
    Direct(BufWriter<Box<dyn Write>>),
    Replacing { file: BufWriter<NamedTempFile>, target: PathBuf },
}

impl Output {
    /// Standard output.
    pub fn stdout() -> Output {
        Output::direct("standard output", Box::new(io::stdout()))
    }

    /// The file `path`; `-` and no path at all mean standard output.
    pub fn open(path: Option<&Path>) -> Result<Output, Failure> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Output::stdout());
        };
        Output::to_file(path).map_err(|error| Failure::input(format!("{}: {error}", path.display())))
    }

    fn to_file(path: &Path) -> io::Result<Output> {
        let name = path.display().to_string();
        let found = fs::metadata(path).ok();
        let target = match &found {
            Some(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            // A device or a pipe must be written to, not replaced.
            Some(found) if !found.is_file() => {
                return Ok(Output::direct(&name, Box::new(File::options().write(true).open(path)?)));
            }
            // Of a symbolic link, what it points to is replaced.
            Some(_) => path.canonicalize()?,
            None => path.to_owned(),
        };
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let file = new_file_in(folder.unwrap_or(Path::new(".")))?;
        if let Some(found) = found {
            file.as_file().set_permissions(found.permissions())?;
        }
        Ok(Output { name, sink: Sink::Replacing { file: BufWriter::with_capacity(BUFFER, file), target } })
    }

    fn direct(name: &str, writer: Box<dyn Write>) -> Output {
        Output { name: name.to_owned(), sink: Sink::Direct(BufWriter::with_capacity(BUFFER, writer)) }
    }

    /// Writes some data.
    pub fn write(&mut self, data: &[u8]) -> Result<(), Failure> {
        self.writer().write_all(data).map_err(|error| Failure::writing(&self.name, &error))
    }

    /// Hands everything written so far to the system.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.writer().flush().map_err(|error| Failure::writing(&self.name, &error))
    }

    /// Writes what is left and puts a file in its place.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.flush()?;
        let Sink::Replacing { file, target } = self.sink else { return Ok(()) };
        let put = file.into_inner().map_err(io::IntoInnerError::into_error).and_then(|file| {
            file.persist(target)?;
            Ok(())
        });
        put.map_err(|error| Failure::writing(&self.name, &error))
    }

    fn writer(&mut self) -> &mut dyn Write {
        match &mut self.sink {
            Sink::Direct(writer) => writer,
            Sink::Replacing { file, .. } => file,
        }
    }
}

/// A new file in a folder, with the rights that files usually get.
fn new_file_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".konane-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // The error of `tempfile` would name the file that could not be made, which nobody asked for.
    builder.tempfile_in(folder).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => io::Error::other(format!("there is no folder {}", folder.display())),
        kind => kind.into(),
    })
}
