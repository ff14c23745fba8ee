/** Collects the parts of a file that are not imported. */
import { visibleName } from '#shared/invisible.ts';
import type { AgentImport, LeftOut, LeftReason } from '#shared/agents/agent-import.ts';
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { shorten } from '#shared/shorten.ts';

/** How many parts are listed by name; nobody would read more. */
const maxListed = 60;
/** More are only counted: a file may have a hundred thousand. */
const maxKept = 500;
const maxPathCharacters = 80;

/** Names under which keys and passwords are kept. Their values are not read. */
const secretName =
  /api_?key|secret|passwords?$|passphrase|private_?key|credentials?$|(^|_|access|auth)token$/i;

export type LeftOutList = {
  add(path: string, reason: LeftReason): void;
  /** Counts parts that are not listed by name. */
  count(parts: number): void;
  /**
   * Adds every key of the object that is not `known`. Empty values are skipped; `false` is not, because it
   * may be a restriction.
   */
  rest(object: JsonObject, known: readonly string[], prefix?: string): void;
  list(): Pick<AgentImport, 'left' | 'more'>;
};

export function createLeftOutList(): LeftOutList {
  const parts = new Map<string, LeftOut>();
  let unkept = 0;

  function add(given: string, reason: LeftReason): void {
    if (parts.size >= maxKept) return void (unkept += 1);
    // A key of the file can be any text.
    const path = shorten(visibleName(given), maxPathCharacters);
    parts.set(`${reason} ${path}`, { path, reason });
  }

  return {
    add,
    count: (more) => void (unkept += more),
    rest(object, known, prefix = '') {
      for (const [key, value] of Object.entries(object)) {
        if (known.includes(key) || isEmpty(value)) continue;
        add(`${prefix}${key}`, secretName.test(key) ? 'secret' : 'unsupported');
      }
    },
    list() {
      const all = [...parts.values()];
      return { left: all.slice(0, maxListed), more: Math.max(0, all.length - maxListed) + unkept };
    },
  };
}

/** An entry of a list as part of a path. Not by its `toString`, which the file could replace. */
export function entryName(entry: Json): string {
  if (isJsonObject(entry)) return typeof entry.name === 'string' ? entry.name : '{}';
  return Array.isArray(entry) ? '[]' : String(entry);
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === null || value === '';
}
