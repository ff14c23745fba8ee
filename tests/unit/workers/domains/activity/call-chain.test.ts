/** The hash chain: every edit, removal and swap is detected, both here and by the offline checker. */
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallRecord, ChainPoint } from '#shared/tools/activity.ts';
import type { Json } from '#shared/json.ts';
import * as script from '#scripts/check-log.mjs';
import { canonicalJson } from '#shared/canonical-json.ts';
import { appendToChain, verifyChain } from '#workers/domains/activity/call-chain.ts';
import { entry } from '#tests/fixtures/memory/call-log.ts';

const start: ChainPoint = { seq: 0, hash: '' };
const chainOf = (length: number) =>
  appendToChain(
    start,
    Array.from({ length }, (_, index) => entry({ at: index, arguments: { index } })),
  );
async function* asPages(records: readonly CallRecord[]) {
  for (let at = 0; at < records.length; at += 3) yield records.slice(at, at + 3);
}
const verify = (records: readonly CallRecord[], head: ChainPoint, known?: ChainPoint, from = start) =>
  verifyChain(from, asPages(records), head, known);
const exported = (records: readonly CallRecord[], head: ChainPoint, checkpoint = start) =>
  [
    { format: 'oneclaw-call-log', version: 1, checkpoint, head: { seq: head.seq, hash: head.hash } },
    ...records,
  ]
    .map((line) => JSON.stringify(line))
    .join('\n');

describe('canonicalJson', () => {
  it('does not depend on the order of keys', () => {
    expect(canonicalJson({ b: 1, a: [true, null, { d: 'x', c: 1.5 }] })).toBe(
      '{"a":[true,null,{"c":1.5,"d":"x"}],"b":1}',
    );
  });

  it('is the same in the engine and in the script, also after a way through JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value as Json);
        expect(script.canonicalJson(value)).toBe(text);
        expect(canonicalJson(JSON.parse(JSON.stringify(value)) as Json)).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('verifyChain', () => {
  it('accepts what was appended, in several goes', async () => {
    const first = await chainOf(4);
    const second = await appendToChain(first.at(-1)!, [entry(), entry()]);
    const records = [...first, ...second];
    expect(await verify(records, records[5]!)).toEqual({ ok: true, checked: 6 });
    expect(script.checkLog(exported(records, records[5]!))).toMatchObject({ ok: true });
  });

  it('goes on from a checkpoint when old records have left', async () => {
    const records = await chainOf(5);
    const [checkpoint, left, head] = [records[1]!, records.slice(2), records[4]!];
    expect(await verify(left, head, undefined, checkpoint)).toEqual({ ok: true, checked: 3 });
    expect(script.checkLog(exported(left, head, checkpoint))).toMatchObject({ ok: true });
    expect(await verify(left, head, records[1], checkpoint)).toMatchObject({ ok: true });
    expect(await verify(left, head, records[0], checkpoint)).toMatchObject({ reason: 'head_expired' });
  });

  it('verifies an older head against a log that has grown since', async () => {
    const records = await chainOf(5);
    expect(await verify(records, records[4]!, records[2])).toEqual({ ok: true, checked: 5 });
    expect(script.checkLog(exported(records, records[4]!), records[2]!.hash)).toMatchObject({ ok: true });
  });

  it('detects a log that was rewritten from the first record on', async () => {
    const known = (await chainOf(5))[4]!;
    const forged = await appendToChain(
      start,
      Array.from({ length: 5 }, (_, index) => entry({ at: index, tool: 'other' })),
    );
    expect(await verify(forged, forged[4]!)).toMatchObject({ ok: true });
    expect(await verify(forged, forged[4]!, known)).toEqual({ ok: false, at: 5, reason: 'head_differs' });
    expect(script.checkLog(exported(forged, forged[4]!), known.hash)).toMatchObject({ ok: false });
  });

  it('says what is wrong and where', async () => {
    const records = await chainOf(5);
    const head = records[4]!;
    const edited = records.map((record) => (record.seq === 3 ? { ...record, tool: 'other' } : record));
    expect(await verify(edited, head)).toEqual({ ok: false, at: 3, reason: 'changed' });
    expect(await verify(records.toSpliced(1, 1), head)).toEqual({ ok: false, at: 2, reason: 'missing' });
    expect(await verify(records.slice(0, 4), head)).toEqual({ ok: false, at: 5, reason: 'missing' });
    expect(script.checkLog(exported(edited, head)).says).toContain('Broken at line 4: record 3 was changed');
  });

  it('finds any edit, removal or swap against the head', async () => {
    const records = await chainOf(12);
    const head = records[11]!;
    const place = fc.integer({ min: 0, max: 11 });
    const change = fc.oneof(
      fc.record({ kind: fc.constant('edit'), at: place, field: fc.constantFrom(...Object.keys(head)) }),
      fc.record({ kind: fc.constant('forge'), at: place }),
      fc.record({ kind: fc.constant('remove'), at: place }),
      fc.record({ kind: fc.constant('swap'), at: place, with: place }),
      fc.record({ kind: fc.constant('add'), at: place }),
    );
    await fc.assert(
      fc.asyncProperty(change, async (changed) => {
        const tampered = await tamper(records, changed);
        if (JSON.stringify(tampered) === JSON.stringify(records)) return;
        expect(await verify(tampered, head)).toMatchObject({ ok: false });
        expect(script.checkLog(exported(tampered, head))).toMatchObject({ ok: false });
      }),
      { numRuns: 300 },
    );
  });
});

type Change = { kind: string; at: number; field?: string; with?: number };

async function tamper(records: readonly CallRecord[], { kind, at, field, with: other }: Change) {
  const record = records[at]!;
  if (kind === 'edit') return records.with(at, { ...record, [field ?? 'tool']: 'tampered' });
  if (kind === 'remove') return records.toSpliced(at, 1);
  if (kind === 'add') return records.toSpliced(at, 0, record);
  if (kind === 'swap') return records.with(at, records[other ?? 0]!).with(other ?? 0, record);
  // An edit with recomputed hashes is detected by the next link or by the head.
  const { seq: _, prev: __, hash: ___, ...own } = record;
  const [forged] = await appendToChain(records[at - 1] ?? start, [{ ...own, tool: 'forged' }]);
  return records.with(at, forged!);
}
