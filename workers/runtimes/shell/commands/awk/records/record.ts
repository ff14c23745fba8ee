/** The current record: `$0`, its fields and NF. Fields are split when they are first used. */
import { CommandError } from '../../command.ts';
import { type Input, toNumber, toText, type Value } from '../text/values.ts';
import type { Splitter } from './split.ts';

/** Fields of one record. */
const maxFields = 1_000_000;

/** What a field after the last one is: text that is empty, and not 0. */
export const noField: Input = { text: '' };

export type AwkRecord = {
  set(text: string): void;
  /** `$0` is field 0. */
  field(index: number): Value;
  setField(index: number, value: Value): void;
  count(): number;
  setCount(count: number): void;
  /** Splits by the current separator, before that changes. */
  split(): void;
  /** Joins by the current OFS, before that changes. */
  join(): void;
};

export type RecordDeps = {
  splitter(): Splitter;
  ofs(): string;
  /** Of numbers that become part of the record. */
  convfmt(): string;
};

export function createRecord({ splitter, ofs, convfmt }: RecordDeps): AwkRecord {
  let whole: Input | string = { text: '' };
  let fields: Value[] = [];
  let isSplit = true;
  let isJoined = true;

  function split(): void {
    if (isSplit) return;
    fields = splitter()
      .fields(toText(whole, ''))
      .map((text) => ({ text }));
    isSplit = true;
  }

  function join(): void {
    if (isJoined) return;
    whole = { text: fields.map((each) => toText(each, convfmt())).join(ofs()) };
    isJoined = true;
  }

  function set(value: Input | string): void {
    whole = value;
    isSplit = false;
    isJoined = true;
  }

  function setCount(count: number): void {
    split();
    if (count < 0) throw new CommandError('NF set to a negative value', 2);
    if (count > maxFields) throw new CommandError(`a record has at most ${maxFields} fields`, 2);
    while (fields.length < count) fields.push('');
    fields.length = count;
    isJoined = false;
  }

  return {
    ...{ setCount, split, join },
    set: (text) => set({ text }),
    field(index) {
      if (index === 0) {
        join();
        return whole;
      }
      split();
      return fields[checked(index) - 1] ?? noField;
    },
    setField(index, value) {
      // Text that was assigned is no number, whatever it looks like; its fields may be.
      if (index === 0) return set(typeof value === 'string' ? value : { text: toText(value, convfmt()) });
      split();
      if (checked(index) > fields.length) setCount(index);
      fields[index - 1] = value;
      isJoined = false;
    },
    count() {
      split();
      return fields.length;
    },
  };
}

function checked(index: number): number {
  if (index >= 0) return index;
  throw new CommandError(`attempt to access field ${index}`, 2);
}

/** The number of a field, of `$x`. */
export function fieldIndex(value: Value): number {
  return Math.trunc(toNumber(value));
}
