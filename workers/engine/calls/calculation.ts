/**
 * Recognises Python code that only calculates with its own numbers, by a list of what it may contain. Python is handed all
 * files of the workspace when it starts, so the engine cannot see which of them a script reads; such a script reads
 * none.
 */
import type { Message } from '#shared/conversation/message.ts';
import type { CallId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { Registry } from './registry.ts';

/** Names of Python that reach nothing outside: functions on numbers and lists, and keywords of expressions. */
const names =
  'abs|and|bin|bool|complex|divmod|else|False|float|for|hex|if|in|int|is|len|list|max|min|None|not|oct|or|pow|print|range|reversed|round|set|sorted|sum|True|tuple|zip';
/** A number; a name of the list, or of one letter, as variables of formulas have; an operator; white space. */
const token = new RegExp(
  String.raw`\d[\d_]*(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+|(?:${names}|[a-z]\d*)(?!\w)|[-+*/%()[\],:<>=!&|^~;\s]`,
  'y',
);
/** Time to match is linear, but a longer text is more than a formula. */
const maxCharacters = 2_000;

/**
 * True if nothing that the call names reaches beyond its own text. False for other languages: in a shell `*` names all
 * files.
 */
export function isCalculation({ pythonParameter }: ToolDefinition, values: JsonObject): boolean {
  const { [pythonParameter ?? '']: code, timeout: _, ...others } = values;
  if (typeof code !== 'string' || code.length > maxCharacters) return false;
  // A call with packages or files brings more than its code; a default of a parameter does not.
  if (Object.values(others).some((value) => value !== false)) return false;
  token.lastIndex = 0;
  while (token.lastIndex < code.length) if (!token.test(code)) return false;
  return true;
}

/**
 * What the code of a call may contain: only numbers, or text from outside that the model had read before. Other branches of
 * the conversation share the session, so the latter counts for them too.
 */
export async function inputsOf(
  tool: ToolDefinition,
  call: { id: CallId; arguments: JsonObject },
  { conversation }: { conversation?: () => readonly Message[] },
  { find }: Pick<Registry, 'find'>,
): Promise<{ isCalculation: boolean; hasReadOutside: boolean }> {
  const calculates = isCalculation(tool, call.arguments);
  if (calculates || tool.runs !== 'code' || !conversation)
    return { isCalculation: calculates, hasReadOutside: false };
  // Loaded with the first code of a conversation.
  const { readBefore, readTrace } = await import('../permissions/guarded-mode/read-trace.ts');
  const { sources } = readTrace(readBefore(call.id, conversation()), find);
  return { isCalculation: false, hasReadOutside: sources.length > 0 };
}
