/** Names of the same tools in other agent systems. Providers are sent the canonical name. */
import type { JsonObject } from '../json.ts';

export const aliases: Readonly<Record<string, string>> = {
  get_local_time: 'get_current_time',
  read: 'read_file',
  file_read: 'read_file',
  write: 'write_file',
  file_write: 'write_file',
  ls: 'list_directory',
  bash: 'execute_shell_command',
  exec: 'execute_shell_command',
  shell: 'execute_shell_command',
  python: 'run_python',
  websearch: 'web_search',
  webfetch: 'fetch_url',
  notify: 'send_notification',
};

/** Where parameters have other names, under an alias or in other systems. */
const parameterNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  notify: { message: 'body' },
  manage_process: { session_id: 'id' },
};

/** The name of the tool, where this is another one for it. */
export function canonicalName(name: string): string {
  return Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
}

/** A table by the names of tools, such as approval modes. `stricter`: of two values whose names mean one tool. */
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

/** The parameters of a call, as the tool names them; what it is given under its own name wins. */
export function canonicalParameters(name: string, values: JsonObject): JsonObject {
  const names = Object.hasOwn(parameterNames, name) ? parameterNames[name] : undefined;
  if (!names) return values;
  const renamed = Object.entries(values).map(([key, value]): [string, typeof value] => [
    Object.hasOwn(names, key) && !Object.hasOwn(values, names[key] ?? key) ? (names[key] ?? key) : key,
    value,
  ]);
  return Object.fromEntries(renamed);
}
