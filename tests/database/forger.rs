//! Sets all checksums of a file right after it was altered, as the documentation of the format says they
//! are: this is a second implementation of that part of it.

use xxhash_rust::xxh3::xxh3_64;

fn word(bytes: &[u8], at: usize) -> usize {
    u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize
}

fn set(bytes: &mut [u8], at: usize, checksum: u64) {
    bytes[at..at + 8].copy_from_slice(&checksum.to_le_bytes());
}

/// Sets what can be set; lengths that make no sense end it.
pub fn set_checksums(file: &mut [u8]) {
    let head = xxh3_64(&file[..24]);
    set(file, 24, head);
    let end = file.len() - 48;
    let directory = word(file, end + 16);
    if directory < end {
        set_segment_checksums(file, directory);
        set_page_checksums(file, directory, end);
        let checksum = xxh3_64(&file[directory..end]);
        set(file, end + 32, checksum);
    }
    let checksum = xxh3_64(&file[end..end + 40]);
    set(file, end + 40, checksum);
}

fn set_segment_checksums(file: &mut [u8], directory: usize) {
    let (mut start, mut listed) = (32, directory + 8);
    while start + 64 <= directory && listed + 64 <= file.len() {
        let length = word(file, start + 8);
        if length < 64 || length > directory - start {
            return;
        }
        let covered = [&file[start..start + 56], &file[start + 64..start + length]].concat();
        set(file, start + 56, xxh3_64(&covered));
        file.copy_within(start..start + 64, listed);
        (start, listed) = (start + length, listed + 64);
    }
}

fn set_page_checksums(file: &mut [u8], directory: usize, end: usize) {
    let segments = word(file, directory);
    let Some(list) = segments.checked_mul(64).and_then(|bytes| bytes.checked_add(directory + 16)) else {
        return;
    };
    let checksums: Vec<u64> = file[..directory].chunks(1 << 16).map(xxh3_64).collect();
    for (page, checksum) in checksums.into_iter().enumerate() {
        let at = list.saturating_add(8 * page);
        if at <= end - 8 {
            set(file, at, checksum);
        }
    }
}
