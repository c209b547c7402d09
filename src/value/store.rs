//! The store of values: one immutable node for each canonical form and its negative.
//!
//! Every short game has exactly one canonical form (Siegel II.2.9), so two values are equal exactly
//! when their forms are the same. The store *hash-conses*: a form is looked up before it is made, and
//! a [`CanonicalForm`] is a 32-bit handle whose equality is equality of games.
//!
//! G and -G share a node: the handle has a bit for the sign, and reading a node through a negative
//! handle swaps and negates its two option lists. Games with G = -G are marked in the handle, so that
//! negation is arithmetic on handles alone.

use super::chunked::{Chunked, Word};
use super::memo::{ComparisonMemo, SumMemo};
use super::number_key::{NumberKey, NumberTable};
use super::number_up_star::NumberUpStar;
use super::{Dyadic, ValueError};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::hash::Hasher;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering as Atomic};

/// Values a store can hold, up to sign.
const MAX_NODES: u64 = 1 << 28;
const NODE_CHUNK_BITS: u32 = 16;
const WORD_CHUNK_BITS: u32 = 18;
const SHARDS: usize = 64;
/// Most options on one side; the count is kept in 12 bits.
const MAX_OPTIONS: usize = 4095;

/// The value of a short game, as a handle into the [`ValueStore`] that made it.
///
/// Handles of one store are equal exactly when the games are. Handles of different stores must not be
/// mixed. Which number a handle carries depends on the order in which values were first met (and so on
/// thread scheduling): order and print values by [`ValueStore::structural_order`] and
/// [`ValueStore::display`](ValueStore::display), never by handle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanonicalForm(u32);

const SIGN: u32 = 1;
const SELF_NEGATIVE: u32 = 2;

impl CanonicalForm {
    /// The value 0, the same in every store.
    pub const ZERO: CanonicalForm = CanonicalForm(SELF_NEGATIVE);

    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    /// A handle as a plain integer, for dense arrays; [`CanonicalForm::from_raw`] is its inverse.
    pub const fn to_raw(self) -> u32 {
        self.0
    }

    /// The handle that [`CanonicalForm::to_raw`] came from.
    pub const fn from_raw(raw: u32) -> CanonicalForm {
        CanonicalForm(raw)
    }

    const fn new(index: u64, self_negative: bool, negative: bool) -> CanonicalForm {
        CanonicalForm((index as u32) << 2 | (self_negative as u32) << 1 | negative as u32)
    }

    fn index(self) -> u64 {
        u64::from(self.0 >> 2)
    }

    /// The number of the node, which is below [`ValueStore::len`]; G and -G share it.
    pub(crate) fn node_number(self) -> usize {
        self.index() as usize
    }

    /// Whether the node is read through the sign; never for G = -G.
    pub(crate) fn is_negated(self) -> bool {
        self.0 & SIGN != 0
    }

    /// Whether G = -G, which makes every sum of two copies of G zero.
    pub const fn is_self_negative(self) -> bool {
        self.0 & SELF_NEGATIVE != 0
    }

    /// Whether the value is 0.
    pub const fn is_zero(self) -> bool {
        self.0 == Self::ZERO.0
    }
}

impl std::fmt::Debug for CanonicalForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CanonicalForm({}{})", if self.is_negated() { "-" } else { "" }, self.index())
    }
}

/// The negative of a value: all moves of Left and Right exchanged.
impl std::ops::Neg for CanonicalForm {
    type Output = CanonicalForm;

    fn neg(self) -> CanonicalForm {
        CanonicalForm(self.0 ^ (SIGN & !(self.0 >> 1)))
    }
}

/// One of the two players; by convention Left is positive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Left, who likes positive values.
    Left,
    /// Right, who likes negative values.
    Right,
}

/// A few options, without a heap allocation.
pub type Options = SmallVec<[CanonicalForm; 8]>;

/// What is kept with every value, seen through the sign of a handle.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) left_stop: NumberKey,
    pub(super) right_stop: NumberKey,
    payload: u64,
    negated: bool,
}

// The payload word: 37 bits of offset, a mark for number-up-stars, two counts, two marks for the stops.
const OFFSET_BITS: u32 = 37;
const NUMBER_UP_STAR: u64 = 1 << OFFSET_BITS;
const LEFT_COUNT_SHIFT: u32 = OFFSET_BITS + 1;
const RIGHT_COUNT_SHIFT: u32 = LEFT_COUNT_SHIFT + 12;
const STORED_COUNTS: u64 = (1 << 62) - (1 << LEFT_COUNT_SHIFT);
const LEFT_REACH: u64 = 1 << 62;
const RIGHT_REACH: u64 = 1 << 63;

/// Words before the options of a number-up-star: its multiple of ↑ and its nimber.
const NUMBER_UP_STAR_HEADER: usize = 2;

impl Node {
    /// Whether some left option is ≥ the left stop; for a game G that is not a number, G ≤ x for the
    /// number x = left stop exactly when this is false.
    #[inline]
    pub(super) fn left_reach(&self) -> bool {
        self.payload & if self.negated { RIGHT_REACH } else { LEFT_REACH } != 0
    }

    /// The mirror image of [`Node::left_reach`].
    #[inline]
    pub(super) fn right_reach(&self) -> bool {
        self.payload & if self.negated { LEFT_REACH } else { RIGHT_REACH } != 0
    }

    /// A number is the only value whose stops are equal and neither is reached by an option as good.
    #[inline]
    pub(super) fn is_number(&self) -> bool {
        self.left_stop == self.right_stop && self.payload & (LEFT_REACH | RIGHT_REACH) == 0
    }

    /// Whether the value is a number plus a multiple of ↑ plus a nimber.
    #[inline]
    pub(super) fn is_number_up_star(&self) -> bool {
        self.payload & NUMBER_UP_STAR != 0
    }

    fn offset(&self) -> u64 {
        self.payload & (NUMBER_UP_STAR - 1)
    }

    /// Where the options of `side` stand: offset of the first word and how many.
    fn options(&self, side: Side) -> (u64, usize) {
        let left = ((self.payload >> LEFT_COUNT_SHIFT) & MAX_OPTIONS as u64) as usize;
        let right = ((self.payload >> RIGHT_COUNT_SHIFT) & MAX_OPTIONS as u64) as usize;
        let header = if self.is_number_up_star() { NUMBER_UP_STAR_HEADER } else { 0 };
        let start = self.offset() + header as u64;
        if (side == Side::Left) != self.negated { (start, left) } else { (start + left as u64, right) }
    }
}

/// The stops of a form about to be interned, and whether they are reached (see [`Node::left_reach`]).
#[derive(Clone, Copy)]
pub(super) struct Stops {
    pub(super) left: NumberKey,
    pub(super) right: NumberKey,
    pub(super) left_reach: bool,
    pub(super) right_reach: bool,
}

impl Stops {
    fn negated(self) -> Stops {
        Stops {
            left: self.right.negated(),
            right: self.left.negated(),
            left_reach: self.right_reach,
            right_reach: self.left_reach,
        }
    }
}

/// Sizes and limits of a [`ValueStore`].
#[derive(Clone, Copy, Debug)]
pub struct StoreLimits {
    /// Entries of the memo of comparisons, as a power of two (8 bytes each).
    pub comparison_memo_bits: u32,
    /// Most entries of the memo of sums (about 16 bytes each).
    pub sum_memo_entries: usize,
    /// Ceiling in bytes for the values, see [`ValueStore::value_bytes`]; reaching it is [`ValueError::MemoryLimit`].
    pub memory: Option<u64>,
}

impl Default for StoreLimits {
    fn default() -> StoreLimits {
        StoreLimits { comparison_memo_bits: 18, sum_memo_entries: 1 << 22, memory: None }
    }
}

/// The store of all values met so far; shared by reference between threads.
///
/// ```
/// use konane::value::{CanonicalForm, ValueStore};
/// let store = ValueStore::new();
/// let star = store.from_options(&[CanonicalForm::ZERO], &[CanonicalForm::ZERO])?;
/// assert_eq!(store.add(star, star)?, CanonicalForm::ZERO);
/// # Ok::<(), konane::value::ValueError>(())
/// ```
pub struct ValueStore {
    nodes: Chunked<AtomicU64, { NODE_CHUNK_BITS + 1 }>,
    words: Chunked<AtomicU32, WORD_CHUNK_BITS>,
    shards: Box<[Mutex<HashTable<u32>>]>,
    pub(super) numbers: NumberTable,
    pub(super) comparisons: ComparisonMemo,
    pub(super) sums: SumMemo,
    memory: Option<u64>,
    interrupted: AtomicBool,
}

impl Default for ValueStore {
    fn default() -> ValueStore {
        ValueStore::new()
    }
}

impl ValueStore {
    /// An empty store with the default limits.
    pub fn new() -> ValueStore {
        ValueStore::with_limits(StoreLimits::default())
    }

    /// An empty store with the given limits.
    pub fn with_limits(limits: StoreLimits) -> ValueStore {
        let store = ValueStore {
            nodes: Chunked::with_chunks((MAX_NODES >> NODE_CHUNK_BITS) as usize),
            words: Chunked::with_chunks(1 << 14),
            shards: (0..SHARDS).map(|_| Mutex::new(HashTable::new())).collect(),
            numbers: NumberTable::default(),
            comparisons: ComparisonMemo::new(limits.comparison_memo_bits),
            sums: SumMemo::new(limits.sum_memo_entries),
            memory: limits.memory,
            interrupted: AtomicBool::new(false),
        };
        let zero = store.intern_number_up_star(NumberUpStar { number: NumberKey::ZERO, up: 0, star: 0 });
        debug_assert_eq!(zero, Ok(CanonicalForm::ZERO));
        store
    }

    /// How many values the store holds, a value and its negative counted once.
    pub fn len(&self) -> u64 {
        self.nodes.len() / 2
    }

    /// Whether the store holds nothing; false for every store, as 0 is always there.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes held: values and the memos of comparisons and sums.
    pub fn bytes(&self) -> u64 {
        self.value_bytes() + self.comparisons.bytes() + self.sums.bytes()
    }

    /// Bytes held by nodes, options and their index.
    pub fn value_bytes(&self) -> u64 {
        // The index keeps an id and a control byte a value, with room for as many again, and half of
        // that while it grows.
        self.nodes.bytes() + self.words.bytes() + self.len() * 15
    }

    /// Makes every computation with the values of this store end with [`ValueError::Interrupted`] where
    /// it next makes a new value or looks into two games to compare them, which is some milliseconds
    /// on; so do those begun later, up to [`ValueStore::clear_interrupt`].
    ///
    /// May be called from any thread, as one that waits for signals. The store stays as good as new.
    ///
    /// ```
    /// use konane::value::{ValueError, ValueStore};
    /// let store = ValueStore::new();
    /// store.interrupt();
    /// assert_eq!(store.nimber(3), Err(ValueError::Interrupted));
    /// store.clear_interrupt();
    /// assert!(store.nimber(3).is_ok());
    /// ```
    pub fn interrupt(&self) {
        self.interrupted.store(true, Atomic::Relaxed);
    }

    /// Lets computations run again after [`ValueStore::interrupt`].
    pub fn clear_interrupt(&self) {
        self.interrupted.store(false, Atomic::Relaxed);
    }

    /// Whether to go on, as an error to return.
    #[inline]
    pub(super) fn check_interrupt(&self) -> Result<(), ValueError> {
        if self.interrupted.load(Atomic::Relaxed) { Err(ValueError::Interrupted) } else { Ok(()) }
    }

    #[inline]
    pub(super) fn node(&self, form: CanonicalForm) -> Node {
        let words = self.nodes.slice(form.index() * 2, 2);
        let (stops, payload) = (words[0].read(), words[1].read());
        let (left, right) = (NumberKey::from_bits(stops as u32), NumberKey::from_bits((stops >> 32) as u32));
        if form.is_negated() {
            Node { left_stop: right.negated(), right_stop: left.negated(), payload, negated: true }
        } else {
            Node { left_stop: left, right_stop: right, payload, negated: false }
        }
    }

    /// The number, multiple of ↑ and nimber whose sum the value is, if it is such a sum.
    pub(super) fn number_up_star_key(&self, form: CanonicalForm) -> Option<NumberUpStar<NumberKey>> {
        let node = self.node(form);
        node.is_number_up_star().then(|| self.number_up_star_of(&node))
    }

    /// The parts of a node known to be a number-up-star.
    #[inline]
    pub(super) fn number_up_star_of(&self, node: &Node) -> NumberUpStar<NumberKey> {
        let header = self.words.slice(node.offset(), NUMBER_UP_STAR_HEADER);
        let up = header[0].read() as i32;
        NumberUpStar {
            number: node.left_stop,
            up: if node.negated { -up } else { up },
            star: header[1].read(),
        }
    }

    /// The options of one side that are kept with the node, see [`ValueStore::has_stored_options`].
    #[inline]
    pub(super) fn stored_options(&self, node: &Node, side: Side) -> StoredOptions<'_> {
        let (start, count) = node.options(side);
        StoredOptions { words: self.words.slice(start, count).iter(), negated: node.negated }
    }

    /// The number, multiple of ↑ and nimber whose sum the value is, if it is such a sum.
    pub fn number_up_star(&self, form: CanonicalForm) -> Option<NumberUpStar<Dyadic>> {
        self.number_up_star_key(form).map(|key| key.map_number(|number| self.numbers.number(number)))
    }

    /// The number that the value is, if it is one.
    pub fn as_number(&self, form: CanonicalForm) -> Option<Dyadic> {
        let node = self.node(form);
        node.is_number().then(|| self.numbers.number(node.left_stop))
    }

    /// The value of a number.
    pub fn number(&self, number: Dyadic) -> Result<CanonicalForm, ValueError> {
        self.make_number_up_star(NumberUpStar { number, up: 0, star: 0 })
    }

    /// The value of an integer.
    pub fn integer(&self, n: i64) -> Result<CanonicalForm, ValueError> {
        self.number(Dyadic::new(n, 0)?)
    }

    /// The nimber *k.
    pub fn nimber(&self, star: u32) -> Result<CanonicalForm, ValueError> {
        self.make_number_up_star(NumberUpStar { number: Dyadic::ZERO, up: 0, star })
    }

    /// The value of a number plus a multiple of ↑ plus a nimber.
    pub fn make_number_up_star(&self, parts: NumberUpStar<Dyadic>) -> Result<CanonicalForm, ValueError> {
        let number = self.numbers.key(parts.number)?;
        self.intern_number_up_star(NumberUpStar { number, up: parts.up, star: parts.star })
    }

    /// Left's stop: the number reached when Left begins and both stop at numbers.
    pub fn left_stop(&self, form: CanonicalForm) -> Dyadic {
        self.numbers.number(self.node(form).left_stop)
    }

    /// Right's stop: the number reached when Right begins.
    pub fn right_stop(&self, form: CanonicalForm) -> Dyadic {
        self.numbers.number(self.node(form).right_stop)
    }

    /// The canonical options of one side, in no particular order.
    pub fn options(&self, form: CanonicalForm, side: Side) -> Result<Options, ValueError> {
        self.options_of(&self.node(form), side)
    }

    pub(super) fn options_of(&self, node: &Node, side: Side) -> Result<Options, ValueError> {
        if self.has_stored_options(node) {
            return Ok(self.stored_options(node, side).collect());
        }
        let (left, right) = self.number_up_star_options(self.number_up_star_of(node))?;
        Ok(if side == Side::Left { left } else { right })
    }

    /// False for numbers and for the rare number-up-stars whose options are computed when asked for.
    #[inline]
    pub(super) fn has_stored_options(&self, node: &Node) -> bool {
        node.payload & STORED_COUNTS != 0 || !node.is_number_up_star()
    }

    /// The handle of a number-up-star, made if it is new.
    pub(super) fn intern_number_up_star(
        &self,
        parts: NumberUpStar<NumberKey>,
    ) -> Result<CanonicalForm, ValueError> {
        if parts.star as usize > MAX_OPTIONS {
            return Err(ValueError::NimberOverflow);
        }
        if parts.up.unsigned_abs() >= i32::MAX as u32 {
            return Err(ValueError::UpMultipleOverflow);
        }
        let negative = match self.numbers.compare(parts.number, NumberKey::ZERO) {
            Ordering::Equal => parts.up < 0,
            order => order == Ordering::Less,
        };
        let parts = if negative { parts.negated() } else { parts };
        let self_negative = parts.number == NumberKey::ZERO && parts.up == 0;
        let hash = hash_of(Form::NumberUpStar(parts));
        let found = self.find_number_up_star(hash, parts);
        let index = match found {
            Some(index) => index,
            None => self.insert_number_up_star(hash, parts)?,
        };
        Ok(CanonicalForm::new(index, self_negative, negative))
    }

    fn find_number_up_star(&self, hash: u64, parts: NumberUpStar<NumberKey>) -> Option<u64> {
        let shard = self.shard(hash).lock().expect("no panic while held");
        shard.find(hash, |&index| self.is_stored_number_up_star(index, parts)).map(|&index| u64::from(index))
    }

    fn is_stored_number_up_star(&self, index: u32, parts: NumberUpStar<NumberKey>) -> bool {
        let node = self.stored_node(index);
        node.is_number_up_star() && self.number_up_star_of(&node) == parts
    }

    fn insert_number_up_star(&self, hash: u64, parts: NumberUpStar<NumberKey>) -> Result<u64, ValueError> {
        // Numbers need no stored options, and for large multiples they would be a long chain.
        let stored = parts.has_stored_options();
        let (left, right) = if stored { self.number_up_star_options(parts)? } else { Default::default() };
        let (left_reach, right_reach) = parts.reach();
        let stops = Stops { left: parts.number, right: parts.number, left_reach, right_reach };
        let mut shard = self.shard(hash).lock().expect("no panic while held");
        if let Some(&index) = shard.find(hash, |&index| self.is_stored_number_up_star(index, parts)) {
            return Ok(u64::from(index));
        }
        let header = [parts.up as u32, parts.star];
        let index = self.append(stops, &header, &left, &right)?;
        shard.insert_unique(hash, index, |&index| self.stored_hash(index));
        Ok(u64::from(index))
    }

    /// The handle of the game with these canonical options, which must not be a number; made if it is
    /// new. The lists are sorted by handle.
    pub(super) fn intern_options(
        &self,
        stops: Stops,
        left: &[CanonicalForm],
        right: &[CanonicalForm],
    ) -> Result<CanonicalForm, ValueError> {
        if let Some(parts) = self.recognise_number_up_star(stops, left, right) {
            return self.intern_number_up_star(parts);
        }
        if left.len().max(right.len()) > MAX_OPTIONS {
            return Err(ValueError::TooManyOptions);
        }
        let (mirrored_left, mirrored_right) = (negated_sorted(right), negated_sorted(left));
        // Of G and -G the one with the smaller lists is stored.
        let order = (left.len(), left, right).cmp(&(
            mirrored_left.len(),
            mirrored_left.as_slice(),
            mirrored_right.as_slice(),
        ));
        let index = if order == Ordering::Greater {
            self.intern_stored(stops.negated(), &mirrored_left, &mirrored_right)?
        } else {
            self.intern_stored(stops, left, right)?
        };
        Ok(CanonicalForm::new(index, order == Ordering::Equal, order == Ordering::Greater))
    }

    fn intern_stored(
        &self,
        stops: Stops,
        left: &[CanonicalForm],
        right: &[CanonicalForm],
    ) -> Result<u64, ValueError> {
        let hash = hash_of(Form::Options(left, right));
        let mut shard = self.shard(hash).lock().expect("no panic while held");
        let same = |&index: &u32| {
            let node = self.stored_node(index);
            !node.is_number_up_star()
                && self.stored_options(&node, Side::Left).eq(left.iter().copied())
                && self.stored_options(&node, Side::Right).eq(right.iter().copied())
        };
        if let Some(&index) = shard.find(hash, same) {
            return Ok(u64::from(index));
        }
        let index = self.append(stops, &[], left, right)?;
        shard.insert_unique(hash, index, |&index| self.stored_hash(index));
        Ok(u64::from(index))
    }

    /// Writes a new node. The caller holds the lock of the shard, so no other thread sees it yet.
    fn append(
        &self,
        stops: Stops,
        header: &[u32],
        left: &[CanonicalForm],
        right: &[CanonicalForm],
    ) -> Result<u32, ValueError> {
        self.check_interrupt()?;
        if let Some(limit) = self.memory.filter(|&limit| self.value_bytes() > limit) {
            return Err(ValueError::MemoryLimit((limit >> 20) as u32));
        }
        let words = header.iter().copied().chain(left.iter().chain(right).map(|form| form.0));
        let count = header.len() + left.len() + right.len();
        let offset = self.words.reserve(count as u64).ok_or(ValueError::StoreFull)?;
        let slots: SmallVec<[u32; 16]> = words.collect();
        self.words.write(offset, slots.into_iter());
        let position = self.nodes.reserve(2).ok_or(ValueError::StoreFull)?;
        let mark = |condition: bool, bit: u64| if condition { bit } else { 0 };
        let payload = offset
            | mark(!header.is_empty(), NUMBER_UP_STAR)
            | (left.len() as u64) << LEFT_COUNT_SHIFT
            | (right.len() as u64) << RIGHT_COUNT_SHIFT
            | mark(stops.left_reach, LEFT_REACH)
            | mark(stops.right_reach, RIGHT_REACH);
        let both_stops = u64::from(stops.left.bits()) | u64::from(stops.right.bits()) << 32;
        self.nodes.write(position, [both_stops, payload].into_iter());
        Ok((position / 2) as u32)
    }

    fn shard(&self, hash: u64) -> &Mutex<HashTable<u32>> {
        // The table inside a shard uses the top seven and the low bits.
        &self.shards[(hash >> 48) as usize % SHARDS]
    }

    fn stored_node(&self, index: u32) -> Node {
        self.node(CanonicalForm::new(u64::from(index), false, false))
    }

    fn stored_hash(&self, index: u32) -> u64 {
        let node = self.stored_node(index);
        if node.is_number_up_star() {
            return hash_of(Form::NumberUpStar(self.number_up_star_of(&node)));
        }
        let left: Options = self.stored_options(&node, Side::Left).collect();
        let right: Options = self.stored_options(&node, Side::Right).collect();
        hash_of(Form::Options(&left, &right))
    }
}

/// Iterator over the options kept with a node, see [`ValueStore::stored_options`].
pub(super) struct StoredOptions<'a> {
    words: std::slice::Iter<'a, AtomicU32>,
    negated: bool,
}

impl Iterator for StoredOptions<'_> {
    type Item = CanonicalForm;

    #[inline]
    fn next(&mut self) -> Option<CanonicalForm> {
        let form = CanonicalForm(self.words.next()?.read());
        Some(if self.negated { -form } else { form })
    }
}

/// What the index of the store hashes.
enum Form<'a> {
    NumberUpStar(NumberUpStar<NumberKey>),
    Options(&'a [CanonicalForm], &'a [CanonicalForm]),
}

fn hash_of(form: Form<'_>) -> u64 {
    let mut hasher = FxHasher::default();
    match form {
        Form::NumberUpStar(parts) => {
            hasher.write_u32(parts.number.bits());
            hasher.write_u32(parts.up as u32);
            hasher.write_u32(parts.star);
        }
        Form::Options(left, right) => {
            hasher.write_usize(left.len());
            left.iter().chain(right).for_each(|form| hasher.write_u32(form.0));
        }
    }
    hasher.finish()
}

/// The negatives of some forms, sorted by handle.
fn negated_sorted(forms: &[CanonicalForm]) -> Options {
    let mut negated: Options = forms.iter().map(|&form| -form).collect();
    negated.sort_unstable_by_key(|form| form.0);
    negated
}
