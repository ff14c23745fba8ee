/** The line for the next command: running it, completion, history and the keys of shells. */
import { useSignal, type Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { firstFolder, type Terminal } from '#src/state/terminal/terminal.ts';
import { useApp } from '#src/ui/app-context.ts';
import { isComposing } from '#src/ui/kit/form/is-composing.ts';
import { builtins, programs } from './command-names.ts';
import { completeLine, type Option, type Sources } from './complete-line.ts';
import {
  control,
  insert,
  isUnfinished,
  moveCursor,
  moveInHistory,
  typedLetter,
  type HistoryPlace,
  type Line,
} from './line-editing.ts';

export type LineKeys = {
  options: Signal<readonly Option[]>;
  /** The key Ctrl of the row is on: it applies to the next letter, also one of the keyboard. */
  isCtrl: Signal<boolean>;
  typed(text: string): void;
  onKeyDown(event: KeyboardEvent): void;
  run(): void;
  complete(): void;
  take(option: Option): void;
  /** Ctrl and a letter. */
  control(letter: string): void;
  recall(by: -1 | 1): void;
  move(by: -1 | 1): void;
  insert(text: string): void;
};

type ListFolder = (
  path: string,
) => Promise<{ ok: true; value: readonly { name: string; type: 'file' | 'directory' }[] } | { ok: false }>;

type Context = {
  terminal: Terminal;
  field: RefObject<HTMLTextAreaElement | null>;
  options: Signal<readonly Option[]>;
  isCtrl: Signal<boolean>;
  listFolder: ListFolder;
  place: HistoryPlace | null;
  /** After Escape, Tab leaves the field. */
  leaves: boolean;
};

export function useLine(terminal: Terminal, field: RefObject<HTMLTextAreaElement | null>): LineKeys {
  const { connection } = useApp();
  const options = useSignal<readonly Option[]>([]);
  const isCtrl = useSignal(false);
  const [keys] = useState(() =>
    createKeys({
      ...{ terminal, field, options, isCtrl, place: null, leaves: false },
      listFolder: connection.api.files.list,
    }),
  );
  return keys;
}

function createKeys(context: Context): LineKeys {
  const { options, isCtrl, terminal } = context;
  return {
    ...{ options, isCtrl },
    typed(text) {
      if (isCtrl.value && pressTyped(context, text)) return;
      terminal.draft.value = text;
      options.value = [];
      context.place = null;
    },
    onKeyDown(event) {
      if (isComposing(event)) return;
      if (handleKey(context, event)) event.preventDefault();
      context.leaves = event.key === 'Escape' || (context.leaves && event.key === 'Shift');
    },
    run: () => run(context),
    complete: () => void complete(context),
    take: (option) => set(context, option.line),
    control: (letter) => void press(context, letter),
    recall: (by) => void recall(context, by),
    move: (by) => set(context, moveCursor(read(context), by)),
    insert: (text) => set(context, inserted(context, text)),
  };
}

function set({ terminal, options, field }: Context, { text, cursor }: Line): void {
  terminal.draft.value = text;
  options.value = [];
  const area = field.current;
  if (!area) return;
  area.value = text;
  area.focus();
  area.setSelectionRange(cursor, cursor);
}

/** The line with its cursor, and the end of the selection. */
function read({ terminal, field }: Context): Line & { end: number } {
  const text = terminal.draft.value;
  const { selectionStart: cursor = text.length, selectionEnd: end = text.length } = field.current ?? {};
  return { text, cursor, end };
}

function inserted(context: Context, added: string): Line {
  const { text, cursor, end } = read(context);
  return insert(text, cursor, end, added);
}

function run(context: Context): void {
  const { terminal } = context;
  const tool = terminal.tool.value;
  const text = terminal.draft.value.replace(/\n+$/, '');
  if (text.trim() === '') return;
  if (tool === 'execute_shell_command' && text.trim() === 'clear') terminal.clear();
  else if (!terminal.run(tool, text)) return;
  context.place = null;
  set(context, { text: '', cursor: 0 });
}

async function complete(context: Context): Promise<void> {
  const { terminal, options, listFolder } = context;
  if (terminal.tool.value !== 'execute_shell_command') return set(context, inserted(context, '  '));
  const before = read(context);
  const completed = await completeLine(before, sourcesOf(terminal, listFolder));
  // The user typed on meanwhile.
  if (!completed || terminal.draft.value !== before.text) return;
  set(context, completed);
  options.value = completed.options;
}

function sourcesOf({ shell }: Terminal, listFolder: ListFolder): Sources {
  const { folder = firstFolder, commands = [], variables = [] } = shell.value ?? {};
  return {
    folder,
    commands: [...builtins, ...programs, ...commands],
    variables: ['HOME', 'PATH', 'PWD', ...variables],
    list: async (path) => {
      const listed = await listFolder(path);
      return listed.ok ? listed.value : [];
    },
  };
}

/** Ctrl and a letter; false if they mean nothing. */
function press(context: Context, letter: string): boolean {
  const { terminal } = context;
  const done = control(letter, read(context));
  if (done === null) return false;
  if (done === 'clear') terminal.clear();
  else if (done !== 'stop') set(context, done);
  else if (terminal.running.value) terminal.stop();
  else set(context, { text: '', cursor: 0 });
  return true;
}

/** False if the typed text is not a letter for Ctrl. */
function pressTyped(context: Context, text: string): boolean {
  const { terminal, field, isCtrl } = context;
  isCtrl.value = false;
  const before = terminal.draft.value;
  const typed = typedLetter(before, { text, cursor: field.current?.selectionStart ?? text.length });
  if (!typed) return false;
  set(context, { text: before, cursor: typed.at });
  press(context, typed.letter);
  return true;
}

function recall(context: Context, by: -1 | 1): boolean {
  const { terminal, place } = context;
  const moved = moveInHistory(terminal.history(terminal.tool.value), place, terminal.draft.value, by);
  if (!moved) return false;
  context.place = moved;
  set(context, { text: moved.text, cursor: moved.text.length });
  return true;
}

/** Returns true if the default action of the browser must be prevented. */
function handleKey(context: Context, event: KeyboardEvent): boolean {
  const { text, cursor } = read(context);
  switch (event.key) {
    case 'Enter':
      return !event.shiftKey && enter(context, event.ctrlKey);
    case 'Tab':
      if (event.shiftKey || context.leaves || text.trim() === '') return false;
      void complete(context);
      return true;
    case 'Escape':
      context.options.value = [];
      return false;
    case 'ArrowUp':
      return !text.slice(0, cursor).includes('\n') && recall(context, -1);
    case 'ArrowDown':
      return !text.slice(cursor).includes('\n') && recall(context, 1);
    default:
      return withCtrl(context, event);
  }
}

/** With Ctrl, a command runs even if it looks unfinished. */
function enter(context: Context, isForced: boolean): boolean {
  const { terminal } = context;
  if (!isForced && isUnfinished(terminal.tool.value, terminal.draft.value)) return false;
  run(context);
  return true;
}

/** Other letters keep their function in the browser: Ctrl+A selects all, Ctrl+W closes the tab. */
const ownLetters = ['c', 'l', 'u'];

function withCtrl(context: Context, { key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  const { cursor, end } = read(context);
  // With a selection, Ctrl+C copies it.
  const isOwn = ctrlKey && !altKey && !metaKey && cursor === end && ownLetters.includes(key.toLowerCase());
  return isOwn && press(context, key);
}
