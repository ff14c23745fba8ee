/** Names of the same parameters in other agent systems. */
import type { JsonObject } from '../json.ts';

/** Other names of parameters, under an alias or in other systems. */
const parameterNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  notify: { message: 'body' },
  notebookread: { notebook_path: 'path' },
  manage_process: { session_id: 'id' },
  bashoutput: { bash_id: 'id' },
  killbash: { shell_id: 'id' },
  killshell: { shell_id: 'id' },
};

/** Parameters that an alias implies. */
const impliedParameters: Readonly<Record<string, JsonObject>> = {
  bashoutput: { action: 'log' },
  killbash: { action: 'kill' },
  killshell: { action: 'kill' },
};

/**
 * Renames the parameters of a call to those of the tool. A value under the tool's own parameter
 * name has precedence.
 */
export function canonicalParameters(given: string, values: JsonObject): JsonObject {
  const name = given.toLowerCase();
  const implied = Object.hasOwn(impliedParameters, name) ? impliedParameters[name] : {};
  const names = Object.hasOwn(parameterNames, name) ? parameterNames[name] : undefined;
  if (!names) return { ...implied, ...values };
  const renamed = Object.entries(values).map(([key, value]): [string, typeof value] => [
    Object.hasOwn(names, key) && !Object.hasOwn(values, names[key] ?? key) ? (names[key] ?? key) : key,
    value,
  ]);
  return { ...implied, ...Object.fromEntries(renamed) };
}
