//! The same entries and records in redb and in LMDB.

use crate::contents::{Contents, Key, Record, number};
use heed::byteorder::BigEndian;
use heed::types::{Bytes, U32, U64};
use heed::{EnvOpenOptions, PutFlags, RoTxn, WithoutTls};
use redb::{ReadOnlyTable, ReadableDatabase, TableDefinition};
use std::error::Error;
use std::path::Path;

type Failure = Box<dyn Error>;

/// How the codes of positions are laid out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Codes {
    /// A key for each position.
    Single,
    /// A key for each run of 2¹⁴ positions of a block; their codes lie side by side, each in as few bytes as
    /// the largest code of all needs.
    Runs,
}

impl Codes {
    pub const ALL: [Codes; 2] = [Codes::Single, Codes::Runs];
}

const RUN_BITS: u32 = 14;

/// An embedded store that was filled with the contents of a database.
pub trait Store: Sized {
    const NAME: &'static str;

    /// Writes all in one transaction in the order of the keys, and forces it to the disk.
    fn write(path: &Path, contents: &Contents, codes: Codes) -> Result<(), Failure>;

    /// Makes the file as small as the store can, if there is a way to.
    fn compact(path: &Path) -> Result<(), Failure>;

    /// Bytes that the store takes on the disk.
    fn length(path: &Path) -> Result<u64, Failure>;

    /// Opens it for reading.
    fn open(path: &Path, codes: Codes) -> Result<Self, Failure>;

    /// The code of a position.
    fn code(&self, key: Key) -> Result<u32, Failure>;

    /// The record of a value.
    fn record(&self, id: u32) -> Result<Record, Failure>;
}

/// The keys of runs with their codes: a byte for the width, then the codes.
fn runs(contents: &Contents) -> impl Iterator<Item = (Key, Vec<u8>)> {
    let largest = contents.codes.iter().max().copied().unwrap_or(0);
    let width = (4 - largest.leading_zeros() as usize / 8).max(1);
    let mut start = 0;
    contents.keys.chunk_by(|a, b| a >> RUN_BITS == b >> RUN_BITS).map(move |keys| {
        let codes = &contents.codes[start..start + keys.len()];
        start += keys.len();
        let mut bytes = vec![width as u8];
        codes.iter().for_each(|code| bytes.extend(&code.to_le_bytes()[..width]));
        (keys[0] >> RUN_BITS, bytes)
    })
}

/// The code of a position in its run.
fn code_in_run(run: &[u8], key: Key) -> u32 {
    let width = usize::from(run[0]);
    let place = (key & ((1 << RUN_BITS) - 1)) as usize;
    number(&run[1 + width * place..][..width]) as u32
}

fn missing() -> Failure {
    "a key is missing".into()
}

const SINGLE: TableDefinition<Key, u32> = TableDefinition::new("codes");
const RUNS: TableDefinition<Key, &[u8]> = TableDefinition::new("runs");
const RECORDS: TableDefinition<u32, &[u8]> = TableDefinition::new("records");

/// redb. Its integer keys are compared as numbers, so that their order is that of big-endian bytes.
pub struct Redb {
    codes: RedbCodes,
    records: ReadOnlyTable<u32, &'static [u8]>,
}

enum RedbCodes {
    Single(ReadOnlyTable<Key, u32>),
    Runs(ReadOnlyTable<Key, &'static [u8]>),
}

impl Store for Redb {
    const NAME: &'static str = "redb";

    fn write(path: &Path, contents: &Contents, codes: Codes) -> Result<(), Failure> {
        let database = redb::Database::create(path)?;
        let transaction = database.begin_write()?;
        match codes {
            Codes::Single => {
                let mut table = transaction.open_table(SINGLE)?;
                for (key, code) in contents.keys.iter().zip(&contents.codes) {
                    table.insert(key, code)?;
                }
            }
            Codes::Runs => {
                let mut table = transaction.open_table(RUNS)?;
                for (key, run) in runs(contents) {
                    table.insert(key, run.as_slice())?;
                }
            }
        }
        {
            let mut table = transaction.open_table(RECORDS)?;
            for (id, record) in (0..).zip(contents.records()) {
                table.insert(id, record)?;
            }
        }
        Ok(transaction.commit()?)
    }

    fn compact(path: &Path) -> Result<(), Failure> {
        redb::Database::open(path)?.compact()?;
        Ok(())
    }

    fn length(path: &Path) -> Result<u64, Failure> {
        Ok(std::fs::metadata(path)?.len())
    }

    fn open(path: &Path, codes: Codes) -> Result<Redb, Failure> {
        // The tables keep the transaction and its memory alive.
        let transaction = redb::ReadOnlyDatabase::open(path)?.begin_read()?;
        let codes = match codes {
            Codes::Single => RedbCodes::Single(transaction.open_table(SINGLE)?),
            Codes::Runs => RedbCodes::Runs(transaction.open_table(RUNS)?),
        };
        Ok(Redb { codes, records: transaction.open_table(RECORDS)? })
    }

    fn code(&self, key: Key) -> Result<u32, Failure> {
        Ok(match &self.codes {
            RedbCodes::Single(table) => table.get(key)?.ok_or_else(missing)?.value(),
            RedbCodes::Runs(table) => {
                code_in_run(table.get(key >> RUN_BITS)?.ok_or_else(missing)?.value(), key)
            }
        })
    }

    fn record(&self, id: u32) -> Result<Record, Failure> {
        Ok(Record::read(self.records.get(id)?.ok_or_else(missing)?.value())?)
    }
}

/// LMDB.
pub struct Lmdb {
    transaction: RoTxn<'static, WithoutTls>,
    codes: LmdbCodes,
    records: heed::Database<U32<BigEndian>, Bytes>,
}

enum LmdbCodes {
    Single(heed::Database<U64<BigEndian>, U32<BigEndian>>),
    Runs(heed::Database<U64<BigEndian>, Bytes>),
}

/// What is reserved of the address space, much more than the boards here need.
const LMDB_MAP: usize = 1 << 36;

fn open_lmdb(path: &Path) -> Result<heed::Env<WithoutTls>, Failure> {
    std::fs::create_dir_all(path)?;
    let mut options = EnvOpenOptions::new().read_txn_without_tls();
    options.map_size(LMDB_MAP).max_dbs(2);
    // SAFETY: the map must not change but through LMDB. The folder is a temporary one of this process, which
    // opens it once at a time.
    Ok(unsafe { options.open(path) }?)
}

impl Store for Lmdb {
    const NAME: &'static str = "LMDB";

    fn write(path: &Path, contents: &Contents, codes: Codes) -> Result<(), Failure> {
        let environment = open_lmdb(path)?;
        let mut transaction = environment.write_txn()?;
        match codes {
            Codes::Single => {
                let table: heed::Database<U64<BigEndian>, U32<BigEndian>> =
                    environment.create_database(&mut transaction, Some("codes"))?;
                for (key, code) in contents.keys.iter().zip(&contents.codes) {
                    table.put_with_flags(&mut transaction, PutFlags::APPEND, key, code)?;
                }
            }
            Codes::Runs => {
                let table: heed::Database<U64<BigEndian>, Bytes> =
                    environment.create_database(&mut transaction, Some("runs"))?;
                for (key, run) in runs(contents) {
                    table.put_with_flags(&mut transaction, PutFlags::APPEND, &key, &run)?;
                }
            }
        }
        let table: heed::Database<U32<BigEndian>, Bytes> =
            environment.create_database(&mut transaction, Some("records"))?;
        for (id, record) in (0..).zip(contents.records()) {
            table.put_with_flags(&mut transaction, PutFlags::APPEND, &id, record)?;
        }
        Ok(transaction.commit()?)
    }

    fn compact(_: &Path) -> Result<(), Failure> {
        Ok(()) // after a single transaction there is next to nothing to win
    }

    fn length(path: &Path) -> Result<u64, Failure> {
        Ok(std::fs::metadata(path.join("data.mdb"))?.len())
    }

    fn open(path: &Path, codes: Codes) -> Result<Lmdb, Failure> {
        let environment = open_lmdb(path)?;
        let transaction = environment.clone().static_read_txn()?;
        let codes = match codes {
            Codes::Single => LmdbCodes::Single(
                environment.open_database(&transaction, Some("codes"))?.ok_or_else(missing)?,
            ),
            Codes::Runs => {
                LmdbCodes::Runs(environment.open_database(&transaction, Some("runs"))?.ok_or_else(missing)?)
            }
        };
        let records = environment.open_database(&transaction, Some("records"))?.ok_or_else(missing)?;
        Ok(Lmdb { transaction, codes, records })
    }

    fn code(&self, key: Key) -> Result<u32, Failure> {
        match &self.codes {
            LmdbCodes::Single(table) => table.get(&self.transaction, &key)?.ok_or_else(missing),
            LmdbCodes::Runs(table) => {
                let run = table.get(&self.transaction, &(key >> RUN_BITS))?.ok_or_else(missing)?;
                Ok(code_in_run(run, key))
            }
        }
    }

    fn record(&self, id: u32) -> Result<Record, Failure> {
        Ok(Record::read(self.records.get(&self.transaction, &id)?.ok_or_else(missing)?)?)
    }
}
