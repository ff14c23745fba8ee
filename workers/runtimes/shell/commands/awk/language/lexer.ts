/** Splits the text of an awk program into tokens. The parser says where a slash begins a pattern. */
import { CommandError } from '../../command.ts';
import { readEscape } from './escapes.ts';

export type Token = {
  kind: 'number' | 'string' | 'name' | 'function-name' | 'keyword' | 'symbol' | 'newline' | 'end';
  /** The value of a string, the text of any other token. */
  text: string;
  /** Where it begins and ends. */
  at: number;
  end: number;
};

const keywords = new Set(
  (
    'BEGIN END BEGINFILE ENDFILE function func if else while for do break continue next nextfile exit return ' +
    'delete in getline print printf switch case default'
  ).split(' '),
);

/** Longer ones first. */
const symbols = (
  '**= ++ -- += -= *= /= %= ^= ** == <= >= != !~ && || >> |& ' +
  '{ } ( ) [ ] ; , + - * / % ^ ! < > | ? : ~ $ = @'
).split(' ');

const blanks = /(?:[ \t\r\f\v]|\\\r?\n|#[^\n]*)*/y;
const numberText = /0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;
const names = /[A-Za-z_]\w*/y;

export type Lexer = {
  /** The token that begins at a place, after blanks and comments. */
  tokenAt(at: number): Token;
  /** The pattern whose first slash is at a place. */
  regexAt(at: number): Regex;
  fail(message: string, at: number): never;
  warnings: readonly string[];
};

type Regex = { source: string; end: number };

export function createLexer(source: string): Lexer {
  const warnings: string[] = [];

  function fail(message: string, at: number): never {
    const line = source.slice(0, at).split('\n').length;
    throw new CommandError(`syntax error in line ${line}: ${message}`, 2);
  }

  function tokenAt(from: number): Token {
    const at = from + (matchAt(blanks, source, from) ?? '').length;
    if (source[at] === '"') return stringAt(at);
    const token = plainToken(source, at);
    return token ?? fail(`unexpected character ${JSON.stringify(source[at])}`, at);
  }

  function stringAt(begin: number): Token {
    let text = '';
    let at = begin + 1;
    for (;;) {
      const character = source[at];
      if (character === undefined || character === '\n') return fail('a string has no end', begin);
      if (character === '"') return { kind: 'string', text, at: begin, end: at + 1 };
      if (character === '\\') {
        const escape = readEscape(source, at);
        if (escape.warning !== undefined) warnings.push(escape.warning);
        text += escape.text;
        at = escape.end;
        continue;
      }
      text += character;
      at++;
    }
  }

  const regexAt = (begin: number) => findRegex(source, begin) ?? fail('a pattern has no end', begin);

  return { tokenAt, regexAt, fail, warnings };
}

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

/** Any token but a string. */
function plainToken(source: string, at: number): Token | undefined {
  if (at >= source.length) return { kind: 'end', text: 'the end of the program', at, end: at };
  if (source[at] === '\n') return { kind: 'newline', text: 'the end of the line', at, end: at + 1 };
  const number = matchAt(numberText, source, at);
  if (number !== undefined) return { kind: 'number', text: number, at, end: at + number.length };
  const name = matchAt(names, source, at);
  if (name !== undefined) return nameToken(source, name, at);
  const symbol = symbols.find((each) => source.startsWith(each, at));
  return symbol === undefined ? undefined : { kind: 'symbol', text: symbol, at, end: at + symbol.length };
}

function nameToken(source: string, name: string, at: number): Token {
  const end = at + name.length;
  if (keywords.has(name)) return { kind: 'keyword', text: name === 'func' ? 'function' : name, at, end };
  return { kind: source[end] === '(' ? 'function-name' : 'name', text: name, at, end };
}

/** A slash in brackets does not end a pattern, unless no other one does. */
function findRegex(source: string, begin: number): Regex | undefined {
  const line = source.slice(begin + 1).split('\n', 1)[0] ?? '';
  const bracket = String.raw`\[\^?\]?(?:\[:\w+:\]|\\.|[^\]\\])*\]`;
  const found =
    new RegExp(String.raw`^(?:${bracket}|\\.|[^/\\[])*(?=/)`).exec(line) ??
    /^(?:\\.|[^/\\])*(?=\/)/.exec(line);
  return found ? { source: found[0], end: begin + 2 + found[0].length } : undefined;
}
