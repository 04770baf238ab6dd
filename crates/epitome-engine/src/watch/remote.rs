//! File systems where the system does not tell of changes: other machines make them.

use std::path::Path;

/// Says why not to rely on events below `root`, if there is a reason.
#[cfg(target_os = "linux")]
pub(super) fn unless_remote(root: &Path) -> Result<(), String> {
    /// What `statfs` calls them, and what people do. Nearly all of FUSE is remote too: sshfs, shared
    /// folders of virtual machines.
    const REMOTE: [(u32, &str); 7] = [
        (0x6969, "NFS"),
        (0xff53_4d42, "SMB"),
        (0xfe53_4d42, "SMB"),
        (0x0102_1997, "9P"),
        (0x6573_5546, "FUSE"),
        (0x00c3_6400, "Ceph"),
        (0x5346_414f, "AFS"),
    ];
    let Ok(found) = rustix::fs::statfs(root) else { return Ok(()) };
    // As wide as it is on this machine; the numbers have 32 bits.
    let of_type = found.f_type as u32;
    match REMOTE.iter().find(|(number, _)| *number == of_type) {
        Some((_, name)) => Err(format!("{name} does not tell of changes by others")),
        None => Ok(()),
    }
}

/// Elsewhere the events are believed.
#[cfg(not(target_os = "linux"))]
pub(super) fn unless_remote(_: &Path) -> Result<(), String> {
    Ok(())
}
