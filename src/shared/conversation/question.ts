/** The `question` tool: a question of the model to the user, and the answer as text that model and interface can read. */
import { visibleText } from '../invisible.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import type { ToolResult } from '../tools/tool.ts';

export type QuestionOption = { label: string; description?: string };
export type Question = { question: string; options: QuestionOption[]; isMultiple: boolean };

/** The chosen labels in the order of the options, and the typed text. */
export type Reply = { chosen: string[]; typed?: string };

export type Answered = { type: 'reply'; reply: Reply } | { type: 'dismissed' };

const chose = 'The user chose:';
const wrote = 'The user wrote: ';
const dismissed = 'The user dismissed the question.';

/** Undefined for invalid arguments. */
export function readQuestion({ question, options, multiple }: JsonObject): Question | undefined {
  if (typeof question !== 'string') return undefined;
  const read = Array.isArray(options) ? options.flatMap((option) => readOption(option) ?? []) : [];
  const labels = read.map(({ label }) => label);
  // The answer refers to an option by its label, so labels must be unique.
  const distinct = read.filter(({ label }, at) => labels.indexOf(label) === at);
  return { question, options: distinct, isMultiple: multiple === true };
}

/** Accepts a plain string as a label. Removes invisible characters; a label without visible ones is skipped. */
function readOption(option: unknown): QuestionOption | undefined {
  const given: { label?: unknown; description?: unknown } = isJsonObject(option) ? option : { label: option };
  const label = shown(given.label);
  const description = shown(given.description);
  return label ? { label, ...(description ? { description } : {}) } : undefined;
}

function shown(text: unknown): string {
  return typeof text === 'string' ? visibleText(text).trim() : '';
}

/** Plain text, because provider formats embed results in their own JSON. */
export function writeReply({ chosen, typed }: Reply): string {
  const picked = chosen.map((label) => `- ${oneLine(label)}`);
  return [...(picked.length > 0 ? [chose, ...picked] : []), ...(typed ? [wrote + typed] : [])].join('\n');
}

export function writeDismissal(): string {
  return `${dismissed} Go on with what is most sensible without it, and do not ask the same again.`;
}

/** Parses a result of the tool; undefined for other results and errors. */
export function readAnswered(result: ToolResult): Answered | undefined {
  if (result.status === 'error' || typeof result.result !== 'string') return undefined;
  const text = result.result;
  if (text.startsWith(dismissed)) return { type: 'dismissed' };
  const lines = text.split('\n');
  const isPicked = lines[0] === chose;
  const end = isPicked ? lines.findIndex((line, at) => at > 0 && !line.startsWith('- ')) : 0;
  const chosen = isPicked ? lines.slice(1, end < 0 ? undefined : end).map((line) => line.slice(2)) : [];
  const rest = end < 0 ? '' : lines.slice(end).join('\n');
  const typed = rest.startsWith(wrote) ? rest.slice(wrote.length) : '';
  if (chosen.length === 0 && typed === '') return undefined;
  return { type: 'reply', reply: { chosen, ...(typed ? { typed } : {}) } };
}

function oneLine(label: string): string {
  return label.replace(/\s+/g, ' ').trim();
}
