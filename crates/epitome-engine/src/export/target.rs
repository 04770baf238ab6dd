//! Where the bytes go: a file that appears when it is whole, or a stream whose bytes are counted.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::ExportError;

/// A file under way, in the folder it will stay in. Dropped before [`Partial::finish`], it is gone.
pub(super) struct Partial {
    file: NamedTempFile,
    target: PathBuf,
    replace: bool,
}

impl Partial {
    pub(super) fn beside(target: &Path, replace: bool) -> Result<Partial, ExportError> {
        if !replace && fs::symlink_metadata(target).is_ok() {
            return Err(ExportError::Exists { path: target.to_owned() });
        }
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".epitome-export-").suffix(".partial");
        // As any program would make it: what the user's mask lets others do, they may do.
        let file = builder.permissions(Permissions::from_mode(0o666)).tempfile_in(folder);
        let file = file.map_err(|cause| ExportError::write(target, cause))?;
        Ok(Partial { file, target: target.to_owned(), replace })
    }

    pub(super) fn path(&self) -> &Path {
        self.file.path()
    }

    pub(super) fn file(&mut self) -> &mut impl Write {
        self.file.as_file_mut()
    }

    /// Gives the file its name, and says how long it is.
    pub(super) fn finish(self) -> Result<u64, ExportError> {
        let Partial { file, target, replace } = self;
        let failed = |cause| ExportError::write(&target, cause);
        file.as_file().sync_all().map_err(failed)?;
        let bytes = fs::metadata(file.path()).map_err(failed)?.len();
        let named = if replace { file.persist(&target) } else { file.persist_noclobber(&target) };
        match named {
            Ok(_) => Ok(bytes),
            Err(error) if !replace && error.error.kind() == io::ErrorKind::AlreadyExists => {
                Err(ExportError::Exists { path: target })
            }
            Err(error) => Err(failed(error.error)),
        }
    }
}

/// A stream that counts.
pub(super) struct Counted<'a> {
    pub(super) out: &'a mut dyn Write,
    pub(super) bytes: u64,
}

impl Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
