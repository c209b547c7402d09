//! Where data goes: standard output, or a file that appears only when it is complete.

use super::compression::{Compression, Encoder};
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
    Direct(Encoder<BufWriter<Box<dyn Write + Send>>>),
    Replacing { file: Encoder<BufWriter<NamedTempFile>>, target: PathBuf },
}

impl Output {
    /// Standard output.
    pub fn stdout() -> Output {
        Output::direct("standard output", Encoder::Plain(buffered(Box::new(io::stdout()))))
    }

    /// The file `path`; `-` and no path at all mean standard output.
    pub fn open(path: Option<&Path>) -> Result<Output, Failure> {
        Output::open_compressed(path, Compression::None)
    }

    /// The same, but what is written is compressed.
    pub fn open_compressed(path: Option<&Path>, compression: Compression) -> Result<Output, Failure> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Output::stdout());
        };
        Output::to_stream(path, compression)
            .unwrap_or_else(|| Output::to_file(path, compression))
            .map_err(|error| Failure::input(format!("{}: {error}", path.display())))
    }

    /// A stream of this process that the system has a name for. What stands behind that name may be a file
    /// that others write to as well, and must not be replaced.
    fn to_stream(path: &Path, compression: Compression) -> Option<io::Result<Output>> {
        let number = ["/dev/fd", "/proc/self/fd"].iter().find_map(|folder| path.strip_prefix(folder).ok());
        let stream: Box<dyn Write + Send> = match (path.to_str()?, number.and_then(Path::to_str)) {
            ("/dev/stdout", _) | (_, Some("1")) => Box::new(io::stdout()),
            ("/dev/stderr", _) | (_, Some("2")) => Box::new(io::stderr()),
            _ => return None,
        };
        let encoder = compression.encoder(buffered(stream));
        Some(encoder.map(|encoder| Output::direct(&path.display().to_string(), encoder)))
    }

    fn to_file(path: &Path, compression: Compression) -> io::Result<Output> {
        let name = path.display().to_string();
        let found = fs::metadata(path).ok();
        let target = match &found {
            Some(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            // A device or a pipe must be written to, not replaced.
            Some(found) if !found.is_file() => {
                let device = buffered(Box::new(File::options().write(true).open(path)?));
                return Ok(Output::direct(&name, compression.encoder(device)?));
            }
            _ => followed(path)?,
        };
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let file = new_file_in(folder.unwrap_or(Path::new(".")))?;
        if let Some(found) = found {
            file.as_file().set_permissions(found.permissions())?;
        }
        let file = compression.encoder(BufWriter::with_capacity(BUFFER, file))?;
        Ok(Output { name, sink: Sink::Replacing { file, target } })
    }

    fn direct(name: &str, writer: Encoder<BufWriter<Box<dyn Write + Send>>>) -> Output {
        Output { name: name.to_owned(), sink: Sink::Direct(writer) }
    }

    /// Whether it is a file that nobody sees before [`Output::finish`].
    pub fn appears_when_finished(&self) -> bool {
        matches!(self.sink, Sink::Replacing { .. })
    }

    /// What errors call it.
    pub fn name(&self) -> &str {
        &self.name
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
    pub fn finish(self) -> Result<(), Failure> {
        let put = match self.sink {
            Sink::Direct(writer) => writer.finish().and_then(|mut writer| writer.flush()),
            Sink::Replacing { file, target } => file.finish().and_then(|file| {
                file.into_inner().map_err(io::IntoInnerError::into_error)?.persist(target)?;
                Ok(())
            }),
        };
        put.map_err(|error| Failure::writing(&self.name, &error))
    }

    fn writer(&mut self) -> &mut dyn Write {
        match &mut self.sink {
            Sink::Direct(writer) => writer,
            Sink::Replacing { file, .. } => file,
        }
    }
}

/// For writers that want to write by themselves; an error is theirs to tell.
impl Write for Output {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.writer().write(data)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}

/// The file that a path leads to: of a symbolic link, what it points to, which need not be there yet.
pub fn followed(path: &Path) -> io::Result<PathBuf> {
    match (fs::read_link(path), path.parent()) {
        (Ok(_), _) if path.exists() => path.canonicalize(),
        (Ok(link), Some(folder)) => Ok(folder.join(link)),
        _ => Ok(path.to_owned()),
    }
}

fn buffered(writer: Box<dyn Write + Send>) -> BufWriter<Box<dyn Write + Send>> {
    BufWriter::with_capacity(BUFFER, writer)
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
