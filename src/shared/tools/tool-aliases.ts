/** Names of the same tools in other agent systems. Providers are sent the canonical name. */

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
};
