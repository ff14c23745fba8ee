/** Names of the same tools in other agent systems. Providers are sent the canonical name. */
import type { JsonObject } from '../json.ts';

export const aliases: Readonly<Record<string, string>> = {
  get_local_time: 'get_current_time',
  read: 'read_file',
  file_read: 'read_file',
  write: 'write_file',
  file_write: 'write_file',
  notebookread: 'read_file',
  ls: 'list_directory',
  list: 'list_directory',
  bash: 'execute_shell_command',
  exec: 'execute_shell_command',
  shell: 'execute_shell_command',
  bashoutput: 'manage_process',
  killbash: 'manage_process',
  killshell: 'manage_process',
  python: 'run_python',
  websearch: 'web_search',
  webfetch: 'fetch_url',
  notify: 'send_notification',
};

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
 * The name of the tool that this is an alias of, or the name itself. Ignores case: some systems
 * write `Read` or `BashOutput`.
 */
export function canonicalName(name: string): string {
  const alias = name.toLowerCase();
  return Object.hasOwn(aliases, alias) ? (aliases[alias] ?? name) : name;
}

/**
 * Replaces the aliases among the keys of a table by tool names. `stricter` chooses between two
 * values for the same tool.
 */
export function byCanonicalName<Value>(
  table: Readonly<Record<string, Value>>,
  stricter: (one: Value, other: Value) => Value,
): Record<string, Value> {
  const merged = new Map<string, Value>();
  for (const [given, value] of Object.entries(table)) {
    const name = canonicalName(given);
    const other = merged.get(name);
    merged.set(name, other === undefined ? value : stricter(other, value));
  }
  return Object.fromEntries(merged);
}

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
