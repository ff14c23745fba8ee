/**
 * Turns a message into a plan: stages of tool calls. The calls of a stage run concurrently; then the next
 * stage begins.
 */
import { shorten } from '#shared/shorten.ts';
import type { Target } from './grammar.ts';
import { isProblem, toolOf, type Intent, type Problem } from './intent.ts';
import { readClause } from './read-clause.ts';
import { createReader, type AllowedTools, type Context } from './reader.ts';
import { mask, pieces, type Piece } from './split.ts';

export type Plan = {
  stages: Intent[][];
  problems: Problem[];
  /** A later part of the message needed a part with a problem, and will not be done. */
  dropped: boolean;
};

type Situation = {
  tools: AllowedTools;
  /** What "it" means before the message names something itself. */
  target?: Target | undefined;
};

type Meanings = readonly (Intent | Problem)[];

/** In characters, without quotations. A longer message is taken for pasted text. Bounds matching time. */
const longestMessage = 2_000;
/** The last of so many pieces contains the rest of the message. */
const maxPieces = 64;
/** How much of a message that is too long is quoted back. */
const quotedCharacters = 80;

export function planMessage(message: string, { tools, target }: Situation): Plan {
  const plan: Plan = { stages: [], problems: [], dropped: false };
  const masked = mask(message);
  if (masked.text.length > longestMessage) {
    plan.problems.push({ type: 'unclear', text: shorten(message, quotedCharacters) });
    return plan;
  }
  const context: Context = { target, hasResult: false };
  const source = { text: masked.text, reader: createReader(masked, tools, context) };
  const all = boundedPieces(masked.text);
  let lead = '';
  for (let at = 0; at < all.length && !plan.dropped;) {
    const { meaning, rule, pieceCount } = readClause(source, all.slice(at), lead);
    addMeaning(plan, { meaning, mustWait: all[at]?.next ?? false, tools });
    context.hasResult = plan.stages.length > 0;
    if (rule) lead = rule.lead ?? '';
    for (const found of meaning) context.target = targetOf(found) ?? context.target;
    at += pieceCount;
  }
  return plan;
}

function boundedPieces(text: string): Piece[] {
  const bounded = pieces(text).slice(0, maxPieces);
  const last = bounded.at(-1);
  if (last && bounded.length === maxPieces) last.end = text.length;
  return bounded;
}

/** `mustWait`: the message says that this clause comes after the one before ("then"). */
type Addition = { meaning: Meanings; mustWait: boolean; tools: AllowedTools };

/** A clause that writes the result of its own call, such as "write the time to a.txt", takes two stages. */
function addMeaning(plan: Plan, addition: Addition): void {
  const { meaning, mustWait, tools } = addition;
  const [call, write, ...rest] = meaning;
  const writesOwnResult = call && write?.type === 'write' && write.content === null && rest.length === 0;
  if (!writesOwnResult) return addClause(plan, addition);
  const before = plan.problems.length;
  // Alone in its stage, so that the result to write is unambiguous.
  addClause(plan, { meaning: [call], mustWait: mustWait || plan.stages.length > 0, tools });
  if (plan.problems.length > before) plan.dropped = true;
  if (!plan.dropped) addClause(plan, { meaning: [write], mustWait: true, tools });
}

function addClause(plan: Plan, { meaning, mustWait, tools }: Addition): void {
  const stage = plan.stages.at(-1) ?? [];
  const checked = meaning.map((found) => withTool(found, tools));
  const waits = mustWait || checked.some((found) => !isProblem(found) && dependsOn(found, stage));
  if (waits && plan.problems.length > 0 && checked.length > 0) {
    plan.dropped = true;
    return;
  }
  const writesNothing =
    stage.length === 0 && checked.some((found) => found.type === 'write' && found.content === null);
  if (writesNothing) {
    plan.problems.push({ type: 'unclear', text: 'it' });
    return;
  }
  plan.problems.push(...checked.filter(isProblem));
  const intents = checked.filter((found) => !isProblem(found));
  if (intents.length === 0) return;
  if (waits || plan.stages.length === 0) plan.stages.push(withoutSameClock(intents, []));
  else stage.push(...withoutSameClock(intents, stage));
}

/** "Berlin, Germany" names one time zone twice. */
function withoutSameClock(intents: readonly Intent[], stage: readonly Intent[]): Intent[] {
  const zoneOf = (intent: Intent) => (intent.type === 'time' ? intent.place?.timezone : undefined);
  return intents.filter((intent, at) => {
    const zone = zoneOf(intent);
    return zone === undefined || ![...stage, ...intents.slice(0, at)].some((other) => zoneOf(other) === zone);
  });
}

function withTool(found: Intent | Problem, tools: AllowedTools): Intent | Problem {
  if (isProblem(found) || !tools || tools.has(toolOf(found))) return found;
  return { type: 'switched-off', tool: toolOf(found) };
}

/** Calls of one stage run concurrently, so a call that reads or lists a file written in the stage must wait. */
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
