/** Turns a message into a plan: stages of requests, each stage sent at once, the next when its results are there. */
import { isJsonObject, type JsonObject } from '#shared/json.ts';
import { shorten } from '#shared/shorten.ts';
import { readKnownTime, readTime, type Meaning, type Reader, type Rule, type Target } from './grammar.ts';
import { courtesyEn, describedEn, grammarEn, resultEn, smallTalkEn } from './grammar-en.ts';
import { courtesyZh, describedZh, grammarZh, resultZh, smallTalkZh } from './grammar-zh.ts';
import { isProblem, toolOf, type Intent, type Place, type Problem } from './intent.ts';
import { findPlace } from './places.ts';
import { mask, pieces, unmask, type Masked, type Piece } from './split.ts';

export type Plan = {
  stages: Intent[][];
  problems: Problem[];
  /** Something after a problem waited for it and will not be done. */
  dropped: boolean;
};

export type Situation = {
  /** The tools that may be called; null admits all. */
  tools: ReadonlySet<string> | null;
  /** What "it" means before the message names something itself. */
  target?: Target | undefined;
};

/** What the message has said so far. */
type Context = { target: Target | undefined; hasResult: boolean };

type Clause = { meaning: readonly (Intent | Problem)[]; rule: Rule | undefined; pieces: number };

/** Longer messages are pasted text; what is quoted does not count. Bounds the time the patterns take. */
const LONGEST = 2_000;
/** How many pieces a request may have when its own text contains separators. */
const MOST_PIECES = 8;
/** What comes after so many separators is one piece. */
const MANY = 64;
const GRAMMAR: readonly Rule[] = [...grammarEn, ...grammarZh];
/** What may stand for the text to write. */
const DESCRIBED: readonly Rule[] = [
  ...describedEn,
  ...describedZh,
  ...GRAMMAR.filter(({ read }) => read === readTime || read === readKnownTime),
];
const PRONOUN =
  /^(?:it|file|page|(?:that|this|the(?: same)?)(?: file| page)?|它|[那这]个(?:文件|网页)?|该(?:文件|网页)?)$/i;
const NO_NAME = /^(?:me|you|us|him|her|them|my|your|the|an?|all|everything|mind|一下)$/i;

export function understand(message: string, situation: Situation): Plan {
  const masked = mask(message);
  const plan: Plan = { stages: [], problems: [], dropped: false };
  if (masked.text.length > LONGEST) {
    plan.problems.push({ type: 'unclear', text: shorten(message, 80) });
    return plan;
  }
  const all = pieces(masked.text).slice(0, MANY);
  const last = all.at(-1);
  if (last && all.length === MANY) last.end = masked.text.length;
  const context: Context = { target: situation.target, hasResult: false };
  const reader = createReader(masked, situation.tools, context);
  let lead = '';
  for (let at = 0; at < all.length && !plan.dropped;) {
    const clause = clauseAt(masked.text, all.slice(at), lead, reader);
    addMeaning(plan, clause.meaning, all[at]?.next ?? false, situation.tools);
    context.hasResult = plan.stages.length > 0;
    if (clause.rule) lead = clause.rule.lead ?? '';
    for (const found of clause.meaning) context.target = targetOf(found) ?? context.target;
    at += clause.pieces;
  }
  return plan;
}

/** The shortest run of pieces that makes sense; then one that does after the words left out; then one that nearly does. */
function clauseAt(text: string, rest: readonly Piece[], lead: string, reader: Reader): Clause {
  const plain = shortest(text, rest, '', reader);
  if (plain && !plain.meaning.some(isProblem))
    return plain.rule?.open ? extended(text, rest, plain, reader) : plain;
  const elliptical = lead === '' ? undefined : shortest(text, rest, lead, reader);
  if (elliptical && !elliptical.meaning.some(isProblem)) return elliptical;
  if (plain) return plain;
  const [piece] = rest;
  const words = piece ? bare(text.slice(piece.start, piece.end)) : '';
  const isSmallTalk = words === '' || smallTalkEn.test(words) || smallTalkZh.test(words);
  return {
    meaning: isSmallTalk ? [] : [{ type: 'unclear', text: reader.text(words) }],
    rule: undefined,
    pieces: 1,
  };
}

function shortest(text: string, rest: readonly Piece[], lead: string, reader: Reader): Clause | undefined {
  let near: Clause | undefined;
  const sizes = Array.from({ length: Math.min(rest.length, MOST_PIECES) }, (_, index) => index + 1);
  if (rest.length > MOST_PIECES) sizes.push(rest.length);
  for (const size of sizes) {
    const clause = readPieces(text, rest, size, lead, reader);
    if (clause && !clause.meaning.some(isProblem)) return clause;
    near ??= clause;
  }
  return near;
}

/** Free text at the end goes on until something that is a request itself. */
function extended(text: string, rest: readonly Piece[], clause: Clause, reader: Reader): Clause {
  let size = clause.pieces;
  while (size < rest.length && !shortest(text, rest.slice(size, size + 3), '', reader)) size += 1;
  return readPieces(text, rest, size, '', reader) ?? clause;
}

function readPieces(
  text: string,
  rest: readonly Piece[],
  size: number,
  lead: string,
  reader: Reader,
): Clause | undefined {
  const [first] = rest;
  const last = rest[size - 1];
  if (!first || !last) return undefined;
  const tail = size === rest.length ? (/^[!?！？…]+/.exec(text.slice(last.end))?.[0] ?? '') : '';
  const phrase = text.slice(first.start, last.end).trim();
  let near: Clause | undefined;
  for (const candidate of new Set([...readings(phrase + tail), ...readings(phrase)])) {
    // Only free text keeps its exclamation mark.
    const isTailed = tail !== '' && candidate.endsWith(tail);
    for (const rule of GRAMMAR) {
      const match = isTailed && !rule.open ? null : rule.pattern.exec(lead + candidate);
      const meaning: Meaning = match ? rule.read(match.groups ?? {}, reader) : undefined;
      if (!meaning) continue;
      if (!meaning.some(isProblem)) return { meaning, rule, pieces: size };
      near = { meaning, rule, pieces: size };
    }
  }
  return near;
}

/** As it stands, without the courtesy before, and without that after; the text to write may end in "thanks". */
function readings(phrase: string): string[] {
  const before = strip(phrase, courtesyEn.before, courtesyZh.before);
  return [phrase, before, strip(before, courtesyEn.after, courtesyZh.after)];
}

function bare(phrase: string): string {
  return phrase.replace(/^[\s,，:：.。]+|[\s,，:：.。!！?？…~～]+$/g, '');
}

function strip(phrase: string, ...patterns: RegExp[]): string {
  for (let text = phrase; ;) {
    const shorter = patterns.reduce((rest, pattern) => rest.replace(pattern, ''), text);
    if (shorter === text) return text;
    text = shorter;
  }
}

/** What is to be written comes from the call before it, so the two are stages of their own. */
function addMeaning(plan: Plan, meaning: Clause['meaning'], next: boolean, tools: Situation['tools']): void {
  const [source, write, ...rest] = meaning;
  const isChain = source && write?.type === 'write' && write.content === null && rest.length === 0;
  if (!isChain) return addClause(plan, meaning, next, tools);
  const before = plan.problems.length;
  // Alone in its stage, so that the result before the writing is this one.
  addClause(plan, [source], next || plan.stages.length > 0, tools);
  if (plan.problems.length > before) plan.dropped = true;
  if (!plan.dropped) addClause(plan, [write], true, tools);
}

function addClause(plan: Plan, meaning: Clause['meaning'], next: boolean, tools: Situation['tools']): void {
  const stage = plan.stages.at(-1) ?? [];
  const checked = meaning.map((found) => withTool(found, tools));
  const waits = next || checked.some((found) => !isProblem(found) && dependsOn(found, stage));
  if (waits && plan.problems.length > 0 && checked.length > 0) {
    plan.dropped = true;
    return;
  }
  const orphan =
    stage.length === 0 && checked.some((found) => found.type === 'write' && found.content === null);
  const intents = orphan ? [] : checked.filter((found) => !isProblem(found));
  plan.problems.push(...(orphan ? [unclearResult] : checked.filter(isProblem)));
  if (intents.length === 0) return;
  if (waits || plan.stages.length === 0) plan.stages.push(withoutSameTime(intents, []));
  else stage.push(...withoutSameTime(intents, stage));
}

/** "Berlin, Germany" is one clock. */
function withoutSameTime(intents: readonly Intent[], stage: readonly Intent[]): Intent[] {
  const zoneOf = (intent: Intent) => (intent.type === 'time' ? intent.place?.timezone : undefined);
  return intents.filter((intent, at) => {
    const zone = zoneOf(intent);
    return zone === undefined || ![...stage, ...intents.slice(0, at)].some((other) => zoneOf(other) === zone);
  });
}

const unclearResult: Problem = { type: 'unclear', text: 'it' };

function withTool(found: Intent | Problem, tools: Situation['tools']): Intent | Problem {
  if (isProblem(found) || !tools || tools.has(toolOf(found))) return found;
  return { type: 'switched-off', tool: toolOf(found) };
}

/** Calls of one stage run at the same time, so what reads or lists a file written in it must wait. */
function dependsOn(intent: Intent, stage: readonly Intent[]): boolean {
  if (intent.type === 'write' && intent.content === null) return true;
  const path = 'path' in intent ? intent.path : undefined;
  return stage.some((other) => {
    if (intent.type === 'list') return other.type === 'write';
    const isSameFile = path !== undefined && 'path' in other && other.path === path;
    return isSameFile && (intent.type === 'write' || other.type === 'write');
  });
}

function targetOf(found: Intent | Problem): Target | undefined {
  if (found.type === 'fetch') return { url: found.url };
  return found.type === 'write' || found.type === 'read' ? { path: found.path } : undefined;
}

function createReader(masked: Masked, tools: Situation['tools'], context: Context): Reader {
  const text = (part: string) => unmask(part, masked.spans);
  const reader: Reader = {
    text,
    target(part, loose = false) {
      if (PRONOUN.test(part)) return context.target;
      const named = text(part);
      if (/^https?:\/\//i.test(named)) return { url: named };
      const isFile = masked.spans.has(part) || /[./\\]/.test(named) || /^\p{Lu}{3,}$/u.test(named);
      return isFile || (loose && !NO_NAME.test(named)) ? { path: named } : undefined;
    },
    places: (part) => placesIn(part, text),
    isResult(part) {
      if (!resultEn.test(part) && !resultZh.test(part)) return false;
      // "The time" is a result where there is one, and a question where there is none.
      return context.hasResult || reader.source(part) === undefined;
    },
    source: (part) => (masked.spans.has(part.trim()) ? undefined : sourceIn(part, reader)),
    tool: (name, json) => toolCall(name, text(json), tools),
  };
  return reader;
}

function sourceIn(part: string, reader: Reader): Intent | Problem | undefined {
  for (const candidate of new Set(readings(part.trim()))) {
    for (const { pattern, read } of DESCRIBED) {
      const match = pattern.exec(candidate);
      const [only, ...more] = (match && read(match.groups ?? {}, reader)) ?? [];
      if (only && more.length === 0) return only;
    }
  }
  return undefined;
}

function placesIn(part: string, text: Reader['text']): Place[] | undefined {
  const whole = findPlace(text(part));
  if (whole) return [whole];
  const found = pieces(part).map(({ start, end }) =>
    findPlace(text(part.slice(start, end).replace(/^\s*(?:in|at)\s+/i, ''))),
  );
  const places = found.filter((place) => place !== undefined);
  return places.length > 0 && places.length === found.length ? places : undefined;
}

function toolCall(name: string, json: string, tools: Situation['tools']): Meaning {
  if (tools && !tools.has(name))
    return name.includes('_') ? [{ type: 'switched-off', tool: name }] : undefined;
  const parsed = parseObject(json);
  return parsed ? [{ type: 'tool', name, arguments: parsed }] : [{ type: 'bad-arguments', tool: name }];
}

function parseObject(json: string): JsonObject | undefined {
  if (json.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(json);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
