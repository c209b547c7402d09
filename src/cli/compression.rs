//! Compression of what is written to files.

use flate2::write::GzEncoder;
use std::io::{self, Write};

/// How the content of a file is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compression {
    /// Not at all.
    None,
    /// As gzip does.
    Gzip,
    /// As zstd does, with a checksum.
    Zstd,
}

impl Compression {
    /// Compresses what is then written to `writer`.
    pub fn encoder<W: Write>(self, writer: W) -> io::Result<Encoder<W>> {
        Ok(match self {
            Compression::None => Encoder::Plain(writer),
            Compression::Gzip => Encoder::Gzip(GzEncoder::new(writer, flate2::Compression::default())),
            Compression::Zstd => {
                let mut encoder = zstd::Encoder::new(writer, zstd::DEFAULT_COMPRESSION_LEVEL)?;
                encoder.include_checksum(true)?;
                Encoder::Zstd(encoder)
            }
        })
    }
}

/// A writer that compresses, or does not.
pub enum Encoder<W: Write> {
    /// Passes everything on as it is.
    Plain(W),
    /// Writes the gzip format.
    Gzip(GzEncoder<W>),
    /// Writes the Zstandard format.
    Zstd(zstd::Encoder<'static, W>),
}

impl<W: Write> Encoder<W> {
    /// Writes what is left, and the end of the compressed data.
    pub fn finish(self) -> io::Result<W> {
        match self {
            Encoder::Plain(writer) => Ok(writer),
            Encoder::Gzip(encoder) => encoder.finish(),
            Encoder::Zstd(encoder) => encoder.finish(),
        }
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Encoder::Plain(writer) => writer,
            Encoder::Gzip(encoder) => encoder,
            Encoder::Zstd(encoder) => encoder,
        }
    }
}

impl<W: Write> Write for Encoder<W> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.writer().write(data)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}
