/** The hash chain of the call log: each record contains the hash of the one before, so that edits are detected. `scripts/check-log.mjs` verifies an export. */
import type { CallEntry, CallRecord, ChainPoint, ChainVerdict } from '#shared/tools/activity.ts';
import { canonicalJson } from '#shared/canonical-json.ts';
import { sha256 } from '#workers/text/sha256.ts';

async function hashOf({ hash: _, ...record }: CallRecord): Promise<string> {
  return sha256(canonicalJson(record));
}

/** Numbers and hashes entries that follow `head`. */
export async function appendToChain(head: ChainPoint, entries: readonly CallEntry[]): Promise<CallRecord[]> {
  const records: CallRecord[] = [];
  let last = head;
  for (const entry of entries) {
    const record: CallRecord = { ...entry, seq: last.seq + 1, prev: last.hash, hash: '' };
    record.hash = await hashOf(record);
    records.push(record);
    last = record;
  }
  return records;
}

/**
 * Verifies the chain from the checkpoint through all records, oldest first, to the head. `known` is a head
 * that was stored elsewhere, in an export for example: with it, even a rewrite of the whole chain is
 * detected.
 */
export async function verifyChain(
  checkpoint: ChainPoint,
  pages: AsyncIterable<readonly CallRecord[]>,
  head: ChainPoint,
  known: ChainPoint = head,
): Promise<ChainVerdict> {
  if (known.seq < checkpoint.seq) return { ok: false, at: known.seq, reason: 'head_expired' };
  let last = checkpoint;
  let isKnownPassed = known.seq === last.seq && known.hash === last.hash;
  for await (const page of pages) {
    const hashes = await Promise.all(page.map(hashOf));
    for (const [index, record] of page.entries()) {
      if (record.seq !== last.seq + 1) return { ok: false, at: last.seq + 1, reason: 'missing' };
      if (hashes[index] !== record.hash) return { ok: false, at: record.seq, reason: 'changed' };
      if (record.prev !== last.hash) return { ok: false, at: record.seq, reason: 'unlinked' };
      if (record.seq === known.seq) isKnownPassed = record.hash === known.hash;
      last = record;
    }
  }
  const end = Math.max(head.seq, known.seq);
  if (last.seq < end) return { ok: false, at: last.seq + 1, reason: 'missing' };
  if (last.seq > head.seq || last.hash !== head.hash)
    return { ok: false, at: last.seq, reason: 'head_differs' };
  if (!isKnownPassed) return { ok: false, at: known.seq, reason: 'head_differs' };
  return { ok: true, checked: last.seq - checkpoint.seq };
}
