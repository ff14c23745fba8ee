/** Commands that print file names: removing each printed name removes these files. */

/**
 * The printed names as words of a command line, such as `*` for `ls`; undefined if the command prints
 * something else.
 */
export function listedBy([name = '', ...args]: readonly string[]): string[] | undefined {
  if (name === 'find') {
    const { folders, isNarrowed } = parseFind(args);
    return isNarrowed ? undefined : folders;
  }
  const operands = args.filter((word) => !word.startsWith('-'));
  if (name === 'ls') return operands.length === 0 ? ['*'] : operands.map(namesIn);
  return name === 'echo' ? operands : undefined;
}

/** `ls src` prints the names in a folder; `ls -d *.log` prints the names themselves. */
function namesIn(operand: string): string {
  return /[*?]/.test(operand) ? operand : `${operand}/*`;
}

export type FindCommand = {
  folders: string[];
  /** Whether tests exclude some files. */
  isNarrowed: boolean;
  removes: boolean;
};

export function parseFind(args: readonly string[]): FindCommand {
  const at = args.findIndex((word) => /^-|^[(!]$/.test(word));
  const folders = at < 0 ? args : args.slice(0, at);
  const alternatives = splitAlternatives(at < 0 ? [] : args.slice(at));
  const removing = alternatives.filter(isRemoving);
  return {
    folders: folders.length > 0 ? [...folders] : ['.'],
    isNarrowed: (removing.length > 0 ? removing : alternatives).every(isNarrowing),
    removes: removing.length > 0,
  };
}

/** Splits at `-o`: each alternative has its own tests. */
function splitAlternatives(words: readonly string[]): string[][] {
  const all: string[][] = [[]];
  for (const word of words) {
    if (/^(-o|-or|,)$/.test(word)) all.push([]);
    else all.at(-1)?.push(word);
  }
  return all;
}

function isRemoving(words: readonly string[]): boolean {
  if (words.includes('-delete')) return true;
  return words.some((word, at) => {
    if (!/^-(exec|execdir|ok|okdir)$/.test(word)) return false;
    const end = words.findIndex((each, index) => index > at && /^[;+]$/.test(each));
    const [name = '', ...rest] = words.slice(at + 1, end < 0 ? undefined : end);
    if (/(^|\/)rm$/.test(name)) return true;
    return /(^|\/)(ba|da|z)?sh$/.test(name) && rest.some((each) => /\brm\b/.test(each));
  });
}

const pattern = /^-(i?name|i?path|i?regex|i?wholename)$/;
const property = /^-(newer\w*|[mac]time|[mac]min|size|empty|perm|user)$/;

/** Whether the tests exclude files: `-name '*'` excludes none, and `-not -name x` few. */
function isNarrowing(words: readonly string[]): boolean {
  return words.some((word, at) => {
    const before = words[at - 1];
    if (before === '-not' || before === '!') return false;
    if (property.test(word)) return true;
    return pattern.test(word) && !/^[*?./]*$/.test(words[at + 1] ?? '');
  });
}
