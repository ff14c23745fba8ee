/** Parses the expression of find: tests and actions, joined by -a, -o, `!`, `,` and parentheses. */
import { CommandError } from '../command.ts';
import type { Evaluate, FindRun } from './run.ts';

export type Words = { words: readonly string[]; at: number };

/** Reads the arguments of one test or action; undefined for an unknown name. */
export type ReadPrimary = (name: string, words: Words, run: FindRun) => Promise<Evaluate | undefined>;

/** An empty expression matches all files. */
export async function parseExpression(
  words: readonly string[],
  read: ReadPrimary,
  run: FindRun,
): Promise<Evaluate> {
  const parser: Parser = { words, at: 0, read, run, depth: 0 };
  if (words.length === 0) return () => true;
  const expression = await readList(parser);
  if (peek(parser) === ')') throw new CommandError("you have too many ')'");
  return expression;
}

type Parser = Words & { read: ReadPrimary; run: FindRun; depth: number };

/** Deeper expressions would exceed the stack. */
const maxDepth = 200;

const peek = ({ words, at }: Words) => words[at];
const isOr = (word: string | undefined) => word === '-o' || word === '-or';
const isAnd = (word: string | undefined) => word === '-a' || word === '-and';
const isNot = (word: string | undefined) => word === '!' || word === '-not';

/** The value of a list is that of its last part. */
async function readList(parser: Parser): Promise<Evaluate> {
  const parts = [await readOr(parser)];
  while (peek(parser) === ',') parts.push(await readOperand(parser, readOr));
  return onlyOr(parts, async (file) => {
    let value = false;
    for (const part of parts) value = await part(file);
    return value;
  });
}

async function readOr(parser: Parser): Promise<Evaluate> {
  const parts = [await readAnd(parser)];
  while (isOr(peek(parser))) parts.push(await readOperand(parser, readAnd));
  return onlyOr(parts, async (file) => {
    for (const part of parts) if (await part(file)) return true;
    return false;
  });
}

async function readAnd(parser: Parser): Promise<Evaluate> {
  const parts = [await readNot(parser)];
  for (;;) {
    const next = peek(parser);
    if (next === undefined || isOr(next) || next === ',' || next === ')') break;
    parts.push(isAnd(next) ? await readOperand(parser, readNot) : await readNot(parser));
  }
  return onlyOr(parts, async (file) => {
    for (const part of parts) if (!(await part(file))) return false;
    return true;
  });
}

/** The only part itself, or what joins several. */
function onlyOr(parts: readonly Evaluate[], joined: Evaluate): Evaluate {
  return parts.length === 1 && parts[0] ? parts[0] : joined;
}

/** Reads what follows an operator. */
async function readOperand(
  parser: Parser,
  readNext: (parser: Parser) => Promise<Evaluate>,
): Promise<Evaluate> {
  const operator = peek(parser) ?? '';
  parser.at++;
  if (peek(parser) === undefined) throw new CommandError(`expected an expression after '${operator}'`);
  return readNext(parser);
}

async function readNot(parser: Parser): Promise<Evaluate> {
  const word = peek(parser) ?? '';
  if (isNot(word)) {
    deeper(parser);
    const negated = await readOperand(parser, readNot);
    parser.depth--;
    return async (file) => !(await negated(file));
  }
  if (word === '(') return readGroup(parser);
  if (isOr(word) || isAnd(word) || word === ',')
    throw new CommandError(
      `invalid expression; you have used a binary operator '${word}' with nothing before it.`,
    );
  if (word === ')') throw new CommandError("you have too many ')'");
  parser.at++;
  const found = await parser.read(word, parser, parser.run);
  if (found) return found;
  if (word.startsWith('-')) throw new CommandError(`unknown predicate \`${word}'`);
  throw new CommandError(`paths must precede expression: \`${word}'`);
}

function deeper(parser: Parser): void {
  if (++parser.depth > maxDepth) throw new CommandError(`the expression has more than ${maxDepth} levels`, 2);
}

async function readGroup(parser: Parser): Promise<Evaluate> {
  deeper(parser);
  parser.at++;
  if (peek(parser) === ')') throw new CommandError('invalid expression; empty parentheses are not allowed.');
  const missing = "invalid expression; I was expecting to find a ')' somewhere but did not see one.";
  if (peek(parser) === undefined) throw new CommandError(missing);
  const inner = await readList(parser);
  if (peek(parser) !== ')') throw new CommandError(missing);
  parser.at++;
  parser.depth--;
  return inner;
}

/** The argument of a test. */
export function takeWord(words: Words, name: string): string {
  const word = words.words[words.at++];
  if (word === undefined) throw new CommandError(`missing argument to \`${name}'`);
  return word;
}
