/** The parser's place in the tokens of a program. */
import { createLexer, type Lexer, type Token } from './lexer.ts';

/** Nested parentheses, blocks and operands. The parser calls itself for each. */
const maxDepth = 200;

export type Cursor = {
  /** The current token. */
  token(): Token;
  /** Whether the current token is one of these symbols or keywords. */
  isAt(...texts: string[]): boolean;
  /** Takes the current token if it is one of these symbols or keywords. */
  take(...texts: string[]): string | undefined;
  expect(text: string): void;
  /** Takes the current token, whatever it is. */
  advance(): Token;
  /** Takes the pattern whose first slash is the current token. */
  takeRegex(): string;
  skipNewlines(): void;
  /** Skips newlines and semicolons. */
  skipTerminators(): void;
  /** Parses; goes back if the result is undefined. */
  attempt<T>(parse: () => T | undefined): T | undefined;
  /** Parses one level deeper. */
  nested<T>(parse: () => T): T;
  fail(message?: string): never;
  warnings: Lexer['warnings'];
};

export function createCursor(source: string): Cursor {
  const lexer = createLexer(source);
  let current = lexer.tokenAt(0);
  let depth = 0;

  function advance(): Token {
    const taken = current;
    current = lexer.tokenAt(taken.end);
    return taken;
  }

  function isAt(...texts: string[]): boolean {
    return (current.kind === 'symbol' || current.kind === 'keyword') && texts.includes(current.text);
  }

  function take(...texts: string[]): string | undefined {
    return isAt(...texts) ? advance().text : undefined;
  }

  const shown = () => (current.kind === 'string' ? JSON.stringify(current.text) : current.text);

  function fail(message = `unexpected ${shown()}`): never {
    return lexer.fail(message, current.at);
  }

  return {
    token: () => current,
    ...{ isAt, take, advance, fail, warnings: lexer.warnings },
    expect(text) {
      if (take(text) === undefined) fail(`${text} is missing before ${shown()}`);
    },
    takeRegex() {
      const { source: pattern, end } = lexer.regexAt(current.at);
      current = lexer.tokenAt(end);
      return pattern;
    },
    skipNewlines() {
      while (current.kind === 'newline') advance();
    },
    skipTerminators() {
      while (current.kind === 'newline' || isAt(';')) advance();
    },
    attempt(parse) {
      const before = current;
      const result = parse();
      if (result === undefined) current = before;
      return result;
    },
    nested(parse) {
      if (++depth > maxDepth) fail(`more than ${maxDepth} levels are nested`);
      const result = parse();
      depth--;
      return result;
    },
  };
}
