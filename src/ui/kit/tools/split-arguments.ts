/**
 * Splits the arguments of a call for display: texts of several lines, such as a script, are separate, because
 * JSON would show them on one line.
 */
import type { Json, JsonObject } from '#shared/json.ts';

export type SplitArguments = { texts: [name: string, text: string][]; rest: JsonObject };

export function splitArguments(values: JsonObject): SplitArguments {
  const entries = Object.entries(values);
  return {
    texts: entries.filter(isText),
    rest: Object.fromEntries(entries.filter((entry) => !isText(entry))),
  };
}

function isText(entry: [string, Json | undefined]): entry is [string, string] {
  const [name, value] = entry;
  return typeof value === 'string' && (value.includes('\n') || name === 'command' || name === 'code');
}
