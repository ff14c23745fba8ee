/** Resolves the parts that a rule matched: files, pages, places, results of the step before, calls by name. */
import { isJsonObject, parseJson, type JsonObject } from '#shared/json.ts';
import { courtesyVariants } from './courtesy.ts';
import type { Meaning, Reader, Target } from './grammar.ts';
import { resultEn } from './grammar-en.ts';
import { resultZh } from './grammar-zh.ts';
import type { Intent, ZonePlace, Problem } from './intent.ts';
import { findPlace } from './places.ts';
import { descriptionRules } from './rules.ts';
import { pieces, unmask, type Masked } from './split.ts';

/** The tools that may be called; null allows all. */
export type AllowedTools = ReadonlySet<string> | null;

/** What the clauses before have established. */
export type Context = {
  /** What "it" means. */
  target: Target | undefined;
  hasResult: boolean;
};

const pronoun =
  /^(?:it|file|page|(?:that|this|the(?: same)?)(?: file| page)?|它|[那这]个(?:文件|网页)?|该(?:文件|网页)?)$/i;
/** Words that are never the name of a file. */
const noFileName = /^(?:me|you|us|him|her|them|my|your|the|an?|all|everything|mind|一下)$/i;

export function createReader(masked: Masked, tools: AllowedTools, context: Context): Reader {
  const text = (part: string) => unmask(part, masked.spans);
  const reader: Reader = {
    text,
    target(part, loose = false) {
      if (pronoun.test(part)) return context.target;
      const named = text(part);
      if (/^https?:\/\//i.test(named)) return { url: named };
      const isFile = masked.spans.has(part) || /[./\\]/.test(named) || /^\p{Lu}{3,}$/u.test(named);
      return isFile || (loose && !noFileName.test(named)) ? { path: named } : undefined;
    },
    places: (part) => placesIn(part, text),
    isResult(part) {
      if (!resultEn.test(part) && !resultZh.test(part)) return false;
      // "The time" refers to a result if there is one, and is a question if there is none.
      return context.hasResult || reader.source(part) === undefined;
    },
    source: (part) => (masked.spans.has(part.trim()) ? undefined : readDescription(part, reader)),
    tool: (name, json) => toolCall(name, text(json), tools),
  };
  return reader;
}

function readDescription(part: string, reader: Reader): Intent | Problem | undefined {
  for (const candidate of new Set(courtesyVariants(part.trim()))) {
    for (const { pattern, read } of descriptionRules) {
      const match = pattern.exec(candidate);
      const [only, ...more] = (match && read(match.groups ?? {}, reader)) ?? [];
      if (only && more.length === 0) return only;
    }
  }
  return undefined;
}

function placesIn(part: string, text: Reader['text']): ZonePlace[] | undefined {
  const whole = findPlace(text(part));
  if (whole) return [whole];
  const found = pieces(part).map(({ start, end }) =>
    findPlace(text(part.slice(start, end).replace(/^\s*(?:in|at)\s+/i, ''))),
  );
  const places = found.filter((place) => place !== undefined);
  return places.length > 0 && places.length === found.length ? places : undefined;
}

function toolCall(name: string, json: string, tools: AllowedTools): Meaning {
  if (tools && !tools.has(name))
    return name.includes('_') ? [{ type: 'switched-off', tool: name }] : undefined;
  const parsed = parseObject(json);
  return parsed ? [{ type: 'tool', name, arguments: parsed }] : [{ type: 'bad-arguments', tool: name }];
}

function parseObject(json: string): JsonObject | undefined {
  const value = json.trim() === '' ? {} : parseJson(json);
  return isJsonObject(value) ? value : undefined;
}
