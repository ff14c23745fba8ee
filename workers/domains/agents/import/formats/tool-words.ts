/** The names that Claude Code and OpenCode give to tools, as names of this app's tools. */
import { canonicalName } from '#shared/tools/tool-aliases.ts';

/** In lower case; aliases of the registry are not repeated. */
const words: Readonly<Record<string, string>> = {
  multiedit: 'edit',
  notebookread: 'read_file',
  list: 'list_directory',
  patch: 'apply_patch',
  bashoutput: 'manage_process',
  killbash: 'manage_process',
  killshell: 'manage_process',
  askuserquestion: 'question',
  agent: 'task',
};

export function toolOf(name: string): string {
  const word = name.trim().toLowerCase();
  if (word.startsWith('mcp__')) return name.trim();
  return canonicalName(Object.hasOwn(words, word) ? (words[word] ?? word) : word);
}

/** These change nothing: both systems run them without asking. */
export const reading = ['read_file', 'list_directory', 'glob', 'grep', 'find', 'file_info'].concat([
  'todoread',
  'todowrite',
  'question',
]);

/** All that changes files, apart from commands. */
export const editing = ['write_file', 'edit', 'apply_patch', 'move_file', 'delete_file', 'make_directory'];
