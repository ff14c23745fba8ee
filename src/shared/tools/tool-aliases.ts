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

/** Where a tool's parameters have other names under an alias. */
const parameterNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  notify: { message: 'body' },
};

/** The name of the tool, where this is another one for it. */
export function canonicalName(name: string): string {
  return Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name;
}

/** A table by the names of tools, such as approval modes; an entry under a tool's own name wins. */
export function byCanonicalName<Value>(table: Readonly<Record<string, Value>>): Record<string, Value> {
  const entries = Object.entries(table);
  const isAlias = ([name]: [string, Value]) => canonicalName(name) !== name;
  const sorted = [...entries.filter(isAlias), ...entries.filter((entry) => !isAlias(entry))];
  return Object.fromEntries(sorted.map(([name, value]) => [canonicalName(name), value]));
}

/** The parameters of a call under an alias, as the tool names them; what it is given under its own name wins. */
export function canonicalParameters(name: string, values: JsonObject): JsonObject {
  const names = Object.hasOwn(parameterNames, name) ? parameterNames[name] : undefined;
  if (!names) return values;
  const renamed = Object.entries(values).map(([key, value]): [string, typeof value] => [
    Object.hasOwn(names, key) && !Object.hasOwn(values, names[key] ?? key) ? (names[key] ?? key) : key,
    value,
  ]);
  return Object.fromEntries(renamed);
}
