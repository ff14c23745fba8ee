/** Editing a line as shells do: keys with Ctrl, insertion, and commands of several lines. */
import type { TerminalTool } from '#shared/api/terminal.ts';
import { isUnfinishedShell } from './unfinished-shell.ts';

export type Line = { text: string; cursor: number };
/** `stop`: stops the running command, or clears the line if none runs. */
export type LineAction = 'stop' | 'clear';

/** The effect of Ctrl and a letter; `null` if they have none. */
export function control(key: string, { text, cursor }: Line): Line | LineAction | null {
  const start = text.lastIndexOf('\n', cursor - 1) + 1;
  const next = text.indexOf('\n', cursor);
  const end = next < 0 ? text.length : next;
  const without = (from: number, to: number): Line => ({
    text: text.slice(0, from) + text.slice(to),
    cursor: from,
  });
  switch (key.toLowerCase()) {
    case 'c':
      return 'stop';
    case 'l':
      return 'clear';
    case 'a':
      return { text, cursor: start };
    case 'e':
      return { text, cursor: end };
    case 'u':
      return without(start, cursor);
    case 'k':
      return without(cursor, end);
    case 'w':
      return without(cursor - (/\S*\s*$/.exec(text.slice(start, cursor))?.[0].length ?? 0), cursor);
    default:
      return null;
  }
}

/** The one letter that was typed into `before`, and where; `null` where more than that changed. */
export function typedLetter(before: string, { text, cursor }: Line): { letter: string; at: number } | null {
  const at = cursor - 1;
  const isOne = at >= 0 && text.slice(0, at) + text.slice(cursor) === before;
  return isOne ? { letter: text.charAt(at), at } : null;
}

/** Moves the cursor one character to the left or right; a character may be two UTF-16 units. */
export function moveCursor({ text, cursor }: Line, by: -1 | 1): Line {
  const [character = ''] =
    (by < 0 ? /.$/su.exec(text.slice(0, cursor)) : /^./su.exec(text.slice(cursor))) ?? [];
  return { text, cursor: cursor + by * character.length };
}

/** Replaces the selection by a text. */
export function insert(text: string, start: number, end: number, added: string): Line {
  return { text: text.slice(0, start) + added + text.slice(end), cursor: start + added.length };
}

/** Whether Enter begins another line instead of running the command. */
export function isUnfinished(tool: TerminalTool, text: string): boolean {
  switch (tool) {
    case 'execute_shell_command':
      return /(?<!\\)(\\\\)*\\$/.test(text) || isUnfinishedShell(text);
    case 'run_javascript':
      return openBrackets(text) > 0;
    case 'run_python':
      // Like the prompt of Python: an empty line ends a block.
      return /:[ \t]*$/.test(text) || openBrackets(text) > 0 || /\n[ \t]+\S[^\n]*$/.test(text);
    default:
      return false;
  }
}

/**
 * Approximate: brackets in strings and comments count as well. Enter on an empty line always runs the
 * command.
 */
function openBrackets(text: string): number {
  if (/\n[ \t]*$/.test(text)) return 0;
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return count(/[([{]/g) - count(/[)\]}]/g);
}

/** Moving through the history: `at` is the place of the shown command, and `entries.length` that of the new one. */
export type HistoryPlace = { at: number; draft: string };

export function moveInHistory(
  entries: readonly string[],
  place: HistoryPlace | null,
  text: string,
  by: -1 | 1,
): (HistoryPlace & { text: string }) | null {
  const from = place ?? { at: entries.length, draft: text };
  const at = from.at + by;
  if (at < 0 || at > entries.length) return null;
  return { at, draft: from.draft, text: at === entries.length ? from.draft : (entries[at] ?? '') };
}
