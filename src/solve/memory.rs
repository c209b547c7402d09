//! Memory: how much there is, and how much a computation may take.

use std::fs;
use std::str::FromStr;

/// What is said where a memory ceiling is reached; the option is that of the command.
pub const MEMORY_IS_FULL: &str = "the memory ceiling is reached: raise it with --memory";

/// A number of bytes as people write it: `512M`, `4G`. Units are K, M, G and T, powers of 1024.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemorySize {
    /// That number.
    pub bytes: u64,
}

impl FromStr for MemorySize {
    /// What is wrong, in one line.
    type Err = String;

    fn from_str(text: &str) -> Result<MemorySize, String> {
        let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
        let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
            "" | "B" => 0,
            "K" | "KB" | "KIB" => 10,
            "M" | "MB" | "MIB" => 20,
            "G" | "GB" | "GIB" => 30,
            "T" | "TB" | "TIB" => 40,
            _ => return Err(MEMORY_HINT.to_owned()),
        };
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(MEMORY_HINT.to_owned());
        }
        let number = digits.parse::<u64>().ok();
        match number.and_then(|number| number.checked_mul(1 << shift)) {
            Some(0) => Err("the ceiling must be more than nothing".to_owned()),
            Some(bytes) => Ok(MemorySize { bytes }),
            None => Err("more than 64 bits of memory".to_owned()),
        }
    }
}

const MEMORY_HINT: &str = "write a whole number and a unit, such as 512M or 4G";

/// What is taken for the memory available where the system does not say.
const DEFAULT_MEMORY: u64 = 8 << 30;

/// A memory ceiling in bytes for who does not give one: three quarters of the memory that Linux says is
/// available, or of the control group's limit if that is lower; 8 GiB on other systems.
pub fn available_memory() -> u64 {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
    });
    // Limits of the control group, versions 2 and 1; "max" is no number and so no limit.
    let group = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
        .into_iter()
        .filter_map(|path| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok())
        .min();
    // What is counted is not all that is used: an allocator and the system want their share.
    machine.into_iter().chain(group).min().map_or(DEFAULT_MEMORY, |bytes| bytes / 4 * 3)
}

/// A number of bytes for people: `4.0 GiB`.
pub fn human_bytes(bytes: u64) -> String {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let power = (bytes.max(1).ilog2() / 10) as usize;
    match power.checked_sub(1) {
        None => format!("{bytes} bytes"),
        Some(unit) => format!("{:.1} {}", bytes as f64 / 1024f64.powi(power as i32), UNITS[unit]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Result<u64, String> {
        text.parse::<MemorySize>().map(|size| size.bytes)
    }

    #[test]
    fn sizes_are_read_with_their_units() {
        let sizes = [
            ("1", 1),
            ("12B", 12),
            ("3k", 3 << 10),
            ("512M", 512 << 20),
            ("4GiB", 4 << 30),
            ("2tb", 2 << 40),
        ];
        for (text, expected) in sizes {
            assert_eq!(bytes(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_size_is_refused() {
        for text in ["", "G", "1.5G", "-1G", "4 G", "4X", "4é", "é", "0x10"] {
            assert_eq!(bytes(text), Err(MEMORY_HINT.to_owned()), "{text}");
        }
        assert!(bytes("0M").is_err());
        assert!(bytes("18446744073709551616").is_err());
        assert!(bytes("99999999999T").is_err());
    }

    #[test]
    fn bytes_are_written_for_people() {
        let texts = [0, 1023, 1024, 3 << 29, 16 << 30, u64::MAX].map(human_bytes);
        assert_eq!(texts, ["0 bytes", "1023 bytes", "1.0 KiB", "1.5 GiB", "16.0 GiB", "16.0 EiB"]);
    }
}
