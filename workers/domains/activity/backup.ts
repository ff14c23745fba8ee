/** The call log in a backup, and the setting for how many days it is kept. */
import * as v from 'valibot';
import type { RunId, SessionId } from '#shared/ids.ts';
import type { CallRecord, ChainPoint } from '#shared/tools/activity.ts';
import { errorTypes } from '#shared/tools/tool.ts';
import type { BackupPart, FoundRecords, PartSource } from '#workers/contracts/backup-part.ts';
import type { Database } from '#workers/storage/database.ts';
import { put } from '#workers/storage/write.ts';
import { BackupError, most } from '../backup/format.ts';
import { settingPart } from '../backup/setting-part.ts';
import { amount, id, json, positive, record, text, time } from '../backup/shape.ts';
import { verifyChain } from './call-chain.ts';
import { chainSetting, createCallStore, keepSetting, type CallStore, type Chain } from './store.ts';

const file = 'calls.jsonl';
const callsAtOnce = 500;

const point = record<ChainPoint>({ seq: amount, hash: text() });
const header = record<{ format: 'oneclaw-call-log' } & Chain>({
  ...{ format: v.literal('oneclaw-call-log'), checkpoint: point, head: point },
});

const call = record<CallRecord>({
  id: text(),
  at: time,
  session: v.nullable(id<SessionId>()),
  run: v.nullable(id<RunId>()),
  agent: text(),
  source: text(),
  tool: text(),
  arguments: json,
  outcome: v.picklist(['success', ...errorTypes]),
  message: v.nullable(text()),
  duration_ms: amount,
  bytes: amount,
  metadata: v.optional(v.record(text(), text())),
  concurrent: amount,
  seq: positive,
  prev: text(),
  hash: text(),
});

/** In days. Less than one would empty the log; the maximum is a hundred years. */
const keptDays = v.pipe(v.number(), v.minValue(1), v.maxValue(36_500));

/** Contract: the lock of the log is held while a backup is written or imported. */
export function activityInBackup({ database }: { database: Database }): readonly BackupPart[] {
  const calls = createCallStore(database);
  return [
    {
      name: 'calls',
      paths: [file],
      *collect() {
        yield { name: file, content: encode(linesOf(calls)) };
      },
      read: (source) => read(source, calls),
    },
    settingPart<number>({
      ...{ field: 'callLogDays', key: keepSetting, shape: keptDays, database },
      changes: (to, from) => [{ name: 'call-log-days', values: { from: from ?? null, to } }],
    }),
  ];
}

async function* linesOf(calls: CallStore): AsyncGenerator<string> {
  const { checkpoint, head } = await calls.chain();
  yield `${JSON.stringify({ format: 'oneclaw-call-log', checkpoint, head })}\n`;
  for (let from = checkpoint.seq + 1; from <= head.seq;) {
    // Stops at the head: calls that are logged meanwhile are not part of this backup.
    const page = (await calls.from(from, callsAtOnce)).filter(({ seq }) => seq <= head.seq);
    for (const each of page) yield `${JSON.stringify(each)}\n`;
    if (page.length === 0) return;
    from = (page.at(-1)?.seq ?? head.seq) + 1;
  }
}

async function* encode(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const line of lines) yield encoder.encode(line);
}

const nothing: FoundRecords = { tally: { added: 0, same: 0, differing: 0 }, broken: 0 };

/** Restores the log only if this device has none: the hash chains of two logs cannot be merged. */
async function read(source: PartSource, calls: CallStore): Promise<FoundRecords> {
  const isEmpty = async () => (await calls.chain()).head.seq === 0;
  if (!source.has(file) || !(await isEmpty())) return nothing;
  const log = await readLog(source).catch(onlyBackupError);
  if (!log) return { ...nothing, brokenParts: [file] };
  const { records, chain } = log;
  if (records.length === 0) return nothing;
  return {
    tally: { added: records.length, same: 0, differing: 0 },
    broken: 0,
    batches: () => [
      {
        async items() {
          if (!(await isEmpty())) return [];
          const writes = records.map((each) => put('calls', each.seq, each));
          const count = records.length;
          return [{ isNew: false, count, writes: [put('settings', chainSetting, chain), ...writes] }];
        },
      },
    ],
  };
}

/** Undefined if the log cannot be read, or its hash chain is invalid. */
async function readLog(source: PartSource): Promise<{ records: CallRecord[]; chain: Chain } | undefined> {
  const records: CallRecord[] = [];
  let chain: Chain | undefined;
  for await (const line of source.lines(file)) {
    if (!chain) {
      if (!v.is(header, line)) return undefined;
      chain = { checkpoint: line.checkpoint, head: line.head };
    } else if (v.is(call, line) && records.length < most.entries) records.push(line);
    else return undefined;
  }
  if (!chain) return undefined;
  const verdict = await verifyChain(chain.checkpoint, pageOf(records), chain.head);
  return verdict.ok ? { records, chain } : undefined;
}

async function* pageOf<T>(records: T[]): AsyncGenerator<T[]> {
  yield records;
}

/** An unreadable log is left out instead of refusing the whole backup: chats and files matter more. */
function onlyBackupError(error: unknown): undefined {
  if (!(error instanceof BackupError)) throw error;
}
