/** A part of a backup that is a list of records in one JSON file: what most domains with a table need. */
import * as v from 'valibot';
import { canonicalJson } from '#shared/canonical-json.ts';
import type { Json } from '#shared/json.ts';
import type { ExistingChoice, PlannedChange, RecordsName, Tally } from '#shared/rpc/backup.ts';
import type { FoundRecords, Item, PartSource, RecordsPart, Write } from '#workers/contracts/backup-part.ts';
import { most } from './format.ts';
import { checkValue, json, list, type Schema } from './shape.ts';

type RecordList<T extends { id: string }> = {
  name: RecordsName;
  /** Its file in the archive. */
  file: string;
  shape: Schema<T>;
  /** Checks what the shape cannot express; returns the fault as a sentence. */
  check?(value: T): string | undefined;
  /** The form in which a value of the archive is stored. */
  normalise?(value: T): T;
  /** All stored records, in the form of the backup. */
  collect(): Promise<T[]>;
  find(id: T['id']): Promise<T | undefined>;
  /** `here`: the stored record that it replaces. */
  writes(value: T, here: T | undefined): readonly Write[] | Promise<readonly Write[]>;
  changes?(value: T, here: T | undefined): readonly PlannedChange[];
  /** Merges the archived value with `here`, the stored one; absent: the archived value is stored. */
  taken?(saved: T, here: T | undefined): T;
  /** Like `changes`, but called once, with all records that are new or differ. */
  summary?(changed: readonly Compared<T>[]): readonly PlannedChange[];
};

/** `saved`: as it is in the archive. `value`: as it would be stored. */
export type Compared<T> = { saved: T; value: T; here: T | undefined; state: keyof Tally };

export function recordList<T extends { id: string }>(part: RecordList<T>): RecordsPart {
  return {
    name: part.name,
    paths: [part.file],
    async *collect() {
      yield { name: part.file, content: JSON.stringify(await part.collect()) };
    },
    read: (source) => readList(part, source),
  };
}

async function readList<T extends { id: string }>(
  part: RecordList<T>,
  source: PartSource,
): Promise<FoundRecords> {
  // A backup of an older version may not have it.
  if (!source.has(part.file)) return { tally: tally([]), broken: 0 };
  const values = await source.json(part.file);
  checkValue(list(json, most.records), values, part.file);
  const good = validRecords(part, values);
  const found = await Promise.all(good.map((value) => compare(part, value)));
  const changed = found.filter(({ state }) => state !== 'same');
  return {
    tally: tally(found),
    broken: values.length - good.length,
    changes: [
      ...changed.flatMap(({ value, here }) => part.changes?.(value, here) ?? []),
      ...(part.summary?.(changed) ?? []),
    ],
    batches: (existing) => [{ items: () => itemsOf(part, found, existing) }],
  };
}

/** The valid records; of several with the same id, the first. */
function validRecords<T extends { id: string }>(part: RecordList<T>, values: readonly Json[]): T[] {
  const { shape, check, normalise = (value: T) => value } = part;
  const good = new Map<string, T>();
  for (const value of values) {
    const isGood = v.is(shape, value) && check?.(value) === undefined;
    if (isGood && !good.has(value.id)) good.set(value.id, normalise(value));
  }
  return [...good.values()];
}

async function compare<T extends { id: string }>(part: RecordList<T>, saved: T): Promise<Compared<T>> {
  const here = await part.find(saved.id);
  const value = part.taken?.(saved, here) ?? saved;
  if (!here) return { saved, value, here, state: 'added' };
  return { saved, value, here, state: isSame(value, here) ? 'same' : 'differing' };
}

async function itemsOf<T extends { id: string }>(
  part: RecordList<T>,
  found: readonly Compared<T>[],
  existing: ExistingChoice,
): Promise<Item[]> {
  const wanted = found.filter(
    ({ state }) => state === 'added' || (state === 'differing' && existing === 'replace'),
  );
  return Promise.all(
    wanted.map(async ({ value, here, state }) => ({
      isNew: state === 'added',
      writes: await part.writes(value, here),
    })),
  );
}

/** Compared as JSON, because what is undefined is not in a file. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonicalJson(toJson(one)) === canonicalJson(toJson(other));
}

export function toJson(value: unknown): Json {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as Json);
}

export function tally(found: readonly { state: keyof Tally }[]): Tally {
  const count = (wanted: keyof Tally) => found.filter(({ state }) => state === wanted).length;
  return { added: count('added'), same: count('same'), differing: count('differing') };
}
