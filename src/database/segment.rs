//! A batch of values as bytes, and back.

use super::format::{Batch, Content, GROUP, SegmentHead, u64_at};
use super::node::{Node, read_node, write_number_up_star, write_options};
use super::numbering::{NewValues, Numbering, Record};
use super::packed::{Code, PackedCodes, pack, width_of};
use crate::value::{CanonicalForm, ValueError, ValueStore};
use rayon::prelude::*;
use std::ops::Range;

/// Values that a parallel task runs through.
const TASK: usize = 1 << 12;

/// The segment that holds the values of some blocks of a table: lists of raw handles which `numbering`
/// knows, of them `new` for the first time.
pub(super) fn encode_batch(
    store: &ValueStore,
    numbering: &Numbering,
    new: &NewValues,
    table: u32,
    blocks: Range<usize>,
    lists: &[&[u32]],
) -> Result<(SegmentHead, Vec<u8>), ValueError> {
    let code = |&raw: &u32| numbering.code(CanonicalForm::from_raw(raw));
    // New values are those with the largest codes, and their list has all of them.
    let largest = match new.forms.len() as u32 - new.followers {
        0 => lists.par_iter().flat_map(|list| list.par_iter()).map(code).max().unwrap_or(0),
        _ => 2 * (new.first_id + new.forms.len() as u32) - 1,
    };
    let batch = Batch {
        first_block: blocks.start as u32,
        blocks: blocks.len() as u32,
        first_id: new.first_id,
        nodes: new.forms.len() as u32,
        followers: new.followers,
        entries: lists.iter().map(|list| list.len() as u64).sum(),
        entry_width: width_of(largest),
        // The largest code that a value so far may have; few batches could do with less.
        option_width: width_of((new.first_id + new.forms.len() as u32).saturating_mul(2)),
    };
    let groups: Vec<Vec<u8>> = new
        .forms
        .par_chunks(GROUP as usize)
        .map(|forms| encode_group(store, numbering, forms, batch.option_width))
        .collect();
    let nodes: usize = groups.iter().map(Vec::len).sum();
    let mut body = Vec::with_capacity(8 * groups.len() + nodes + batch.entry_bytes() as usize);
    let mut offset = 0u64;
    for group in &groups {
        body.extend(offset.to_le_bytes());
        offset += group.len() as u64;
    }
    groups.iter().for_each(|group| body.extend_from_slice(group));
    let mut start = body.len();
    body.resize(start + batch.entry_bytes() as usize, 0);
    let width = usize::from(batch.entry_width);
    for list in lists {
        let bytes = &mut body[start..start + list.len() * width];
        bytes.par_chunks_mut(TASK * width).zip(list.par_chunks(TASK)).for_each(|(bytes, list)| {
            bytes.chunks_exact_mut(width).zip(list).for_each(|(bytes, raw)| pack(code(raw), bytes));
        });
        start += list.len() * width;
    }
    Ok((SegmentHead::new(table, Content::Batch(batch), &body), body))
}

fn encode_group(store: &ValueStore, numbering: &Numbering, forms: &[CanonicalForm], width: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    for &form in forms {
        match numbering.record(store, form) {
            Record::NumberUpStar(number, up, star) => write_number_up_star(number, up, star, &mut bytes),
            Record::Options(left, right) => write_options(&left, &right, width, &mut bytes),
        }
    }
    bytes
}

/// The three parts of the body of a batch.
#[derive(Clone, Copy)]
pub(super) struct BatchBody<'a> {
    batch: Batch,
    offsets: &'a [u8],
    nodes: &'a [u8],
    entries: &'a [u8],
}

/// What is wrong with a batch.
pub(super) enum BadBatch {
    Inconsistent(&'static str),
    Value(ValueError),
}

impl From<ValueError> for BadBatch {
    fn from(error: ValueError) -> BadBatch {
        // A value that cannot be is the file's fault, one that does not fit is not.
        if error.is_external() { BadBatch::Value(error) } else { BAD_NODE }
    }
}

const BAD_NODE: BadBatch = BadBatch::Inconsistent("has a value that cannot be");

impl<'a> BatchBody<'a> {
    /// The parts; the length has been checked to suffice.
    pub(super) fn new(batch: Batch, body: &'a [u8]) -> Option<BatchBody<'a>> {
        let (offsets, rest) = body.split_at_checked(8 * batch.groups() as usize)?;
        let nodes = (rest.len() as u64).checked_sub(batch.entry_bytes())?;
        let (nodes, entries) = rest.split_at_checked(nodes as usize)?;
        Some(BatchBody { batch, offsets, nodes, entries })
    }

    /// The nodes of a group.
    fn group(&self, group: u32) -> Result<Vec<Node<'a>>, BadBatch> {
        let start = u64_at(self.offsets, 8 * group as usize);
        let bytes = usize::try_from(start).ok().and_then(|start| self.nodes.get(start..));
        let mut bytes = bytes.ok_or(BAD_NODE)?;
        let nodes = GROUP.min(self.batch.nodes - group * GROUP);
        let nodes = (0..nodes).map(|_| read_node(&mut bytes, self.batch.option_width).ok_or(BAD_NODE));
        nodes.collect()
    }

    /// Makes the values that are new in this batch; `forms` has the raw handles of all earlier ones by
    /// id, and these are added.
    pub(super) fn load_nodes(&self, store: &ValueStore, forms: &mut Vec<u32>) -> Result<(), BadBatch> {
        // Only followers have options among the values of the same batch.
        let groups = self.batch.nodes.div_ceil(GROUP);
        let first_groups = self.batch.followers.div_ceil(GROUP);
        for group in 0..first_groups {
            for node in self.group(group)? {
                let form = make_form(store, &node, |code| form_of(forms, code))?;
                forms.push(form.to_raw());
            }
        }
        let earlier = forms.as_slice();
        let load = |group: u32| {
            let nodes = self.group(group)?;
            let form = |node: &Node<'_>| make_form(store, node, |code| form_of(earlier, code));
            nodes.iter().map(|node| form(node).map(CanonicalForm::to_raw)).collect::<Result<Vec<_>, _>>()
        };
        let loaded = (first_groups..groups).into_par_iter().map(load).collect::<Result<Vec<_>, _>>()?;
        forms.extend(loaded.into_iter().flatten());
        Ok(())
    }

    /// The raw handles of values `range` of the list, given those of all values by id.
    pub(super) fn load_entries(&self, forms: &[u32], range: Range<u64>) -> Result<Box<[u32]>, BadBatch> {
        let width = u64::from(self.batch.entry_width);
        let bytes = self.entries.get((range.start * width) as usize..(range.end * width) as usize);
        let codes = PackedCodes::new(bytes.unwrap_or_default(), self.batch.entry_width);
        let mut raw = vec![0; codes.len()].into_boxed_slice();
        let load = |(codes, raw): (PackedCodes<'_>, &mut [u32])| {
            codes.iter().zip(raw).try_for_each(|(code, raw)| {
                *raw = form_of(forms, code).ok_or(BadBatch::Inconsistent("has a code of no value"))?.to_raw();
                Ok::<(), BadBatch>(())
            })
        };
        codes.par_chunks(TASK).zip(raw.par_chunks_mut(TASK)).try_for_each(load)?;
        Ok(raw)
    }
}

/// The value of a code, given all raw handles by id.
fn form_of(forms: &[u32], code: Code) -> Option<CanonicalForm> {
    let form = CanonicalForm::from_raw(*forms.get(code as usize >> 1)?);
    Some(if code & 1 == 1 { -form } else { form })
}

/// The value that is written as this node, given those of its options.
pub(super) fn make_form(
    store: &ValueStore,
    node: &Node<'_>,
    form_of: impl Fn(Code) -> Option<CanonicalForm>,
) -> Result<CanonicalForm, BadBatch> {
    Ok(match node {
        Node::NumberUpStar(parts) => store.make_number_up_star(*parts)?,
        Node::Options(left, right) => {
            let forms = |codes: &PackedCodes<'_>| codes.iter().map(&form_of).collect::<Option<_>>();
            store.with_canonical_options(forms(left).ok_or(BAD_NODE)?, forms(right).ok_or(BAD_NODE)?)?
        }
    })
}
