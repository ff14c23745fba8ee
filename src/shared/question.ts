/** A question that a model asks the user in the chat, and the answer; the result of the call says it to the model as JSON. */
import { isJsonObject, type JsonObject } from './json.ts';
import type { ToolResult } from './tool.ts';

export type QuestionOption = { label: string; description?: string };
export type Question = { question: string; options: QuestionOption[]; isMultiple: boolean };

/** What the user picked, in the order of the options, and what they wrote. */
export type Reply = { chosen: string[]; typed?: string };

export type Answered = { type: 'reply'; reply: Reply } | { type: 'dismissed' };

const dismissedNote =
  'The user does not want to answer this. Go on with what is most sensible without it, and do not ask the same again.';

/** Undefined where the arguments are none that the tool takes. */
export function readQuestion({ question, options, multiple }: JsonObject): Question | undefined {
  if (typeof question !== 'string') return undefined;
  const read = Array.isArray(options) ? options.flatMap((option) => readOption(option) ?? []) : [];
  return { question, options: read, isMultiple: multiple === true };
}

/** A plain string is a label. */
function readOption(option: unknown): QuestionOption | undefined {
  if (typeof option === 'string') return { label: option };
  if (!isJsonObject(option) || typeof option.label !== 'string') return undefined;
  const { label, description } = option;
  return { label, ...(typeof description === 'string' && description ? { description } : {}) };
}

export function writeReply({ chosen, typed }: Reply): string {
  return JSON.stringify({ ...(chosen.length > 0 ? { chosen } : {}), ...(typed ? { typed } : {}) });
}

export function writeDismissal(): string {
  return JSON.stringify({ dismissed: true, note: dismissedNote });
}

/** What a result says; undefined where it is none of ours, or an error. */
export function readAnswered(result: ToolResult): Answered | undefined {
  const value = result.status === 'success' ? parseObject(result.result) : undefined;
  if (!value) return undefined;
  if (value.dismissed === true) return { type: 'dismissed' };
  const { chosen, typed } = value;
  const labels = Array.isArray(chosen) ? chosen.filter((label) => typeof label === 'string') : [];
  if (labels.length === 0 && typeof typed !== 'string') return undefined;
  return {
    type: 'reply',
    reply: { chosen: labels, ...(typeof typed === 'string' ? { typed } : {}) },
  };
}

function parseObject(text: unknown): JsonObject | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
