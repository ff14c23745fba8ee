/** Completes the word before the cursor of a shell line: a command, a variable, or a path of the workspace. */
import type { Line } from './line-editing.ts';

export type Sources = {
  /** The working directory, such as `/workspace/notes`. */
  folder: string;
  commands: readonly string[];
  variables: readonly string[];
  /** The entries of a folder, by its path relative to the workspace; none where it does not exist. */
  list(path: string): Promise<readonly { name: string; type: 'file' | 'directory' }[]>;
};

/** `options`: the possible completions, if there are several. */
export type Completed = Line & { options: readonly Option[] };
/** `line` is the line with this option inserted. */
export type Option = { label: string; line: Line };

type Word = { start: number; raw: string; value: string; quote: '' | "'" | '"'; isCommand: boolean };
/** `end` follows the word; a folder has none, so that its entries can be completed next. */
type Candidate = { label: string; value: string; end: string };

const root = '/workspace';
const maxOptions = 60;
/** Words after which a command follows. */
const leading = new Set(
  '! { then do else elif if while until time sudo xargs nohup env command exec builtin type which'.split(' '),
);
const wantFolder = new Set(['cd', 'pushd', 'rmdir']);

export async function completeLine({ text, cursor }: Line, sources: Sources): Promise<Completed | null> {
  const before = text.slice(0, cursor);
  const after = text.slice(cursor);
  const word = lastWord(before);
  const candidates = await candidatesOf(word, before, sources);
  const replace = (value: string, end: string): Line => {
    const start = before.slice(0, word.start) + quoteFor(word, value, end);
    // A space that is there already is not repeated.
    const kept = start.endsWith(' ') && after.startsWith(' ') ? after.slice(1) : after;
    return { text: start + kept, cursor: start.length };
  };
  const [first, second] = candidates;
  if (!first) return null;
  if (!second) return { ...replace(first.value, first.end), options: [] };
  const prefix = commonPrefix(candidates.map(({ value }) => value));
  const line = prefix.length > word.value.length ? replace(prefix, '') : { text, cursor };
  const options = candidates
    .slice(0, maxOptions)
    .map(({ label, value, end }) => ({ label, line: replace(value, end) }));
  return { ...line, options };
}

async function candidatesOf(word: Word, before: string, sources: Sources): Promise<Candidate[]> {
  const { value, isCommand } = word;
  const variable = /^\$(\{?)(\w*)$/.exec(value);
  if (variable && word.quote !== "'") {
    const [, brace = '', name = ''] = variable;
    return startingWith(sources.variables, name).map((found) => ({
      label: found,
      value: `$${brace}${found}${brace && '}'}`,
      end: '',
    }));
  }
  if (isCommand && !value.includes('/') && value !== '')
    return startingWith(sources.commands, value).map((found) => ({ label: found, value: found, end: ' ' }));
  return paths(word, before, sources);
}

function startingWith(names: readonly string[], start: string): string[] {
  return [...new Set(names)].filter((name) => name.startsWith(start)).toSorted();
}

async function paths({ value, start }: Word, before: string, sources: Sources): Promise<Candidate[]> {
  if (value === '~') return [{ label: '~/', value: '~/', end: '' }];
  const slash = value.lastIndexOf('/') + 1;
  const [shown, begun] = [value.slice(0, slash), value.slice(slash)];
  const folder = workspacePath(shown, sources.folder);
  if (folder === null) return [];
  const command = /(?:^|[\s|;&(])(\w+)\s+\S*$/.exec(before.slice(0, start) + 'x')?.[1] ?? '';
  const onlyFolders = wantFolder.has(command);
  return (await sources.list(folder))
    .filter(({ name, type }) => name.startsWith(begun) && (!onlyFolders || type === 'directory'))
    .filter(({ name }) => begun !== '' || !name.startsWith('.'))
    .map(({ name, type }) => {
      const isFolder = type === 'directory';
      const label = isFolder ? `${name}/` : name;
      return { label, value: shown + label, end: isFolder ? '' : ' ' };
    })
    .toSorted((a, b) => (a.label < b.label ? -1 : 1));
}

/** A path of the shell as the files API names it; `null` outside of the workspace. */
export function workspacePath(path: string, folder: string): string | null {
  const whole = path.startsWith('/') ? path : path.replace(/^~(?=\/|$)/, root);
  const segments: string[] = [];
  for (const segment of (whole.startsWith('/') ? whole : `${folder}/${whole}`).split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments[0] === root.slice(1) ? segments.slice(1).join('/') : null;
}

/** Parses the text up to the cursor into words as bash does, and returns the last one. */
function lastWord(text: string): Word {
  let word = { start: 0, value: '', quote: '' as Word['quote'] };
  let previous: string | null = null;
  let at = 0;
  const end = (next: number) => {
    if (word.value !== '') previous = word.value;
    word = { start: next, value: '', quote: '' };
  };
  for (; at < text.length; at++) {
    const character = text.charAt(at);
    if (word.quote) {
      if (character === word.quote) word.quote = '';
      else word.value += character;
    } else if (character === '\\') word.value += text.charAt(++at);
    else if (character === "'" || character === '"') word.quote = character;
    else if (/[\s<>=]/.test(character)) end(at + 1);
    else if (/[|;&()`\n]/.test(character)) {
      end(at + 1);
      previous = null;
    } else word.value += character;
    if (character === '\n' && !word.quote) previous = null;
    if (/[<>=]/.test(character) && word.value === '' && !word.quote) previous = '';
  }
  const isCommand = previous === null || leading.has(previous);
  return { ...word, raw: text.slice(word.start), isCommand };
}

/**
 * The value as text of the line: the typed part is kept, and the rest is put inside the open quote, or
 * escaped.
 */
function quoteFor({ quote, raw, value: begun }: Word, value: string, end: string): string {
  const rest = value.slice(begun.length);
  if (quote) return raw + rest + (end && quote + end);
  if (value.startsWith('$')) return raw + rest + end;
  return raw + rest.replaceAll(/[\s'"\\$&|;<>()`*?[\]{}#!]/g, '\\$&') + end;
}

function commonPrefix(values: readonly string[]): string {
  const [first = '', ...rest] = values;
  let length = first.length;
  for (const value of rest) while (!value.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}
