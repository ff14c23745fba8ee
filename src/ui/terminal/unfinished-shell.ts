/**
 * Whether a shell command continues in the next line, by an approximate grammar. A command with an error
 * counts as finished: the shell runs it and reports the error.
 */

type ParserState = {
  text: string;
  at: number;
  /** The words that close the open commands, the innermost last. */
  open: string[];
  /** The next word can be a keyword. */
  isFirst: boolean;
  /** The last operator requires another command after it. */
  isJoined: boolean;
  /** The ends of here-documents that begin in the next line. */
  documents: string[];
};

type End = 'finished' | 'unfinished';

/** Longer ones are pasted, not typed. */
const maxCharacters = 10_000;

const closers: Readonly<Record<string, string>> = {
  ...{ if: 'fi', case: 'esac', '{': '}' },
  ...{ for: 'done', while: 'done', until: 'done', select: 'done' },
};
/** After these, a command begins. */
const commandStarters = ['if', 'then', 'elif', 'else', 'while', 'until', 'do', '{', '!', 'time'];

export function isUnfinishedShell(text: string): boolean {
  if (text.length > maxCharacters) return false;
  const scan: ParserState = { text, at: 0, open: [], isFirst: true, isJoined: false, documents: [] };
  while (scan.at < text.length) {
    const end = step(scan);
    // After an empty line a command runs that only seems unfinished; a here-document may contain empty lines.
    if (end) return end === 'unfinished' && !(endsEmpty(text) && scan.documents.length === 0);
  }
  if (scan.documents.length > 0) return true;
  return !endsEmpty(text) && (scan.open.length > 0 || scan.isJoined);
}

const endsEmpty = (text: string) => /\n[ \t]*$/.test(text);

const signs = /[ \t]+|#[^\n]*|\\\n|\n|<<<|<<-?[ \t]*(["']?)([\w-]+)\1|;;&?|&&|\|\|?|[;&]|\(\)|[()]|[<>]+&?/y;

function step(scan: ParserState): End | undefined {
  signs.lastIndex = scan.at;
  const [sign, , document] = signs.exec(scan.text) ?? [];
  if (sign === undefined) return word(scan);
  scan.at += sign.length;
  if (document !== undefined) scan.documents.push(document);
  else if (sign === '\n') return line(scan);
  else if (/^[;&|]/.test(sign)) {
    scan.isFirst = true;
    scan.isJoined = sign === '&&' || sign.startsWith('|');
  } else return parenthesis(scan, sign);
  return undefined;
}

function line(scan: ParserState): End | undefined {
  scan.isFirst = true;
  for (const end of scan.documents.splice(0)) {
    const found = new RegExp(`^\\t*${end}$`, 'm').exec(scan.text.slice(scan.at));
    if (!found) {
      scan.documents.push(end);
      return 'unfinished';
    }
    scan.at += found.index + found[0].length;
  }
  return undefined;
}

function parenthesis(scan: ParserState, sign: string): End | undefined {
  if (sign === '()') scan.isFirst = true;
  if (sign === '(' && scan.isFirst) {
    scan.open.push(')');
    scan.isJoined = false;
  }
  if (sign !== ')') return undefined;
  const innermost = scan.open.at(-1);
  // The sign also ends a pattern of `case`.
  scan.isFirst = innermost === 'esac';
  if (innermost === ')') scan.open.pop();
  return innermost === ')' || innermost === 'esac' ? undefined : 'finished';
}

function word(scan: ParserState): End | undefined {
  const { text, at: from, open } = scan;
  scan.at = endOfWord(text, from);
  if (scan.at < 0 || scan.at > text.length) return 'unfinished';
  const read = text.slice(from, scan.at);
  scan.isJoined = false;
  const closer = open.at(-1);
  if (!scan.isFirst && !(read === 'esac' && closer === 'esac')) {
    scan.isFirst = read === 'do' && closer === 'done';
    return undefined;
  }
  if (Object.hasOwn(closers, read)) open.push(closers[read] ?? '');
  else if (read === closer) open.pop();
  else if (['fi', 'done', 'esac', '}'].includes(read)) return 'finished';
  scan.isFirst = commandStarters.includes(read);
  return undefined;
}

const pairs: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '(': ')', '{': '}' };

/** The position after a word; negative if something in it is not closed. */
function endOfWord(text: string, from: number): number {
  let at = from;
  while (at < text.length && at >= 0) {
    const sign = text.charAt(at);
    const isList = sign === '(' && /[=$<>]/.test(text.charAt(at - 1));
    if (/[\s;&|<>()]/.test(sign) && !isList) return at;
    const isPlain = !isList && !['"', "'", '`'].includes(sign) && !(sign === '{' && text[at - 1] === '$');
    if (sign === '\\') at += 2;
    else at = isPlain ? at + 1 : afterPair(text, at + 1, pairs[sign] ?? '');
  }
  return at;
}

/** The position after the sign that closes the construct that began before `from`; -1 if there is none. */
function afterPair(text: string, from: number, closer: string): number {
  if (closer === "'") return text.indexOf(closer, from) + 1 || -1;
  let at = from;
  while (at < text.length && at >= 0) {
    const sign = text.charAt(at);
    if (sign === closer) return at + 1;
    if (sign === '\\') at += 2;
    else at = opens(text, at, closer) ? afterPair(text, at + 1, pairs[sign] ?? '') : at + 1;
  }
  return -1;
}

/** Whether something begins that must be closed before `closer` counts again. */
function opens(text: string, at: number, closer: string): boolean {
  const sign = text.charAt(at);
  if (sign === '(') return closer === ')' || text[at - 1] === '$';
  if (sign === '{') return text[at - 1] === '$';
  if (sign === '"' || sign === "'") return closer !== '"';
  return sign === '`';
}
