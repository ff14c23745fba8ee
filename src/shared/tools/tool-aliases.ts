/** Names of the same tools in other agent systems. Providers are sent the canonical name. */

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
