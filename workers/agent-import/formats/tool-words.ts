/** The names that Claude Code and OpenCode give to tools, as names of this app's tools. */
import { canonicalName } from '#shared/tools/tool-aliases.ts';

/**
 * Names in lower case, besides those of `tool-aliases.ts`. An imported agent gets the tool, but a call by such a name is
 * refused, because its parameters differ from the tool's; the error names the tool (`same-tools.ts`).
 */
const words: Readonly<Record<string, string>> = {
  // Takes a list of `edits`; the tool makes one.
  multiedit: 'edit',
  // Takes the format `*** Begin Patch`; the tool reads a unified diff.
  patch: 'apply_patch',
  // Takes a list of `questions`; the tool asks one.
  askuserquestion: 'question',
  // Claude Code has two names for this tool. This app has no such tool, so the import lists it as left out.
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
