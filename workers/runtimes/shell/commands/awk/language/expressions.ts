/** Parses expressions: one function for each level of precedence, as in the grammar of gawk. */
import { isBuiltin } from './builtins.ts';
import type { Cursor } from './cursor.ts';
import {
  type ArrayName,
  type BinaryOperator,
  type Comparison,
  type Expression,
  type GetlineSource,
  isPlace,
  type Place,
  type UserFunction,
} from './syntax.ts';

export type Parser = Cursor & {
  /** Whether `>` is a redirection, as in the arguments of `print`. */
  isInPrint: boolean;
  /** Those that were defined so far. */
  functions: Map<string, UserFunction>;
};

const binaryOf: Readonly<Record<string, BinaryOperator>> = {
  ...{ '+=': '+', '-=': '-', '*=': '*', '/=': '/', '%=': '%', '^=': '^', '**=': '^' },
  ...{ '+': '+', '-': '-', '*': '*', '/': '/', '%': '%' },
};

function inContext<T>(p: Parser, isPrint: boolean, parse: () => T): T {
  const before = p.isInPrint;
  p.isInPrint = isPrint;
  const result = parse();
  p.isInPrint = before;
  return result;
}

/** An expression, up to what cannot belong to it. */
export function parseExpression(p: Parser): Expression {
  return p.nested(() => conditional(p));
}

function conditional(p: Parser): Expression {
  const test = or(p);
  if (p.take('?') === undefined) return test;
  p.skipNewlines();
  const yes = parseExpression(p);
  p.skipNewlines();
  p.expect(':');
  p.skipNewlines();
  return { kind: 'conditional', test, yes, no: parseExpression(p) };
}

function or(p: Parser): Expression {
  let left = and(p);
  while (p.take('||') !== undefined) {
    p.skipNewlines();
    left = { kind: 'logical', operator: '||', left, right: and(p) };
  }
  return left;
}

function and(p: Parser): Expression {
  let left = membership(p);
  while (p.take('&&') !== undefined) {
    p.skipNewlines();
    left = { kind: 'logical', operator: '&&', left, right: membership(p) };
  }
  return left;
}

function membership(p: Parser): Expression {
  let key = parseMatch(p);
  while (p.take('in') !== undefined) key = { kind: 'in', key, array: parseArrayName(p) };
  return key;
}

function parseMatch(p: Parser): Expression {
  let text = comparison(p);
  for (let found = p.take('~', '!~'); found !== undefined; found = p.take('~', '!~'))
    text = { kind: 'match', isNegated: found === '!~', text, pattern: comparison(p) };
  return text;
}

function comparison(p: Parser): Expression {
  const left = assigned(p, concatenation(p));
  const operator = p.take('<', '<=', '==', '!=', '>=', ...(p.isInPrint ? [] : ['>']));
  if (operator === undefined) return left;
  return { kind: 'comparison', operator: operator as Comparison, left, right: assigned(p, concatenation(p)) };
}

/** An assignment, if a place and an operator of assignment come first. */
function assigned(p: Parser, left: Expression): Expression {
  if (!isPlace(left)) return left;
  const operator = p.take('=', '+=', '-=', '*=', '/=', '%=', '^=', '**=');
  if (operator === undefined) return left;
  p.skipNewlines();
  return { kind: 'assign', place: left, operator: binaryOf[operator], value: parseExpression(p) };
}

function concatenation(p: Parser): Expression {
  let left = additive(p);
  for (;;) {
    const command = left;
    const piped = p.attempt(() => (p.take('|') && p.isAt('getline') ? parseGetline(p, command) : undefined));
    if (piped) left = piped;
    else if (beginsOperand(p)) left = { kind: 'concatenation', left, right: additive(p) };
    else return left;
  }
}

function beginsOperand(p: Parser): boolean {
  const { kind } = p.token();
  if (kind === 'number' || kind === 'string' || kind === 'name' || kind === 'function-name') return true;
  return p.isAt('$', '!', '(', '-', '+', '++', '--');
}

function additive(p: Parser): Expression {
  let left = multiplicative(p);
  for (let found = p.take('+', '-'); found !== undefined; found = p.take('+', '-'))
    left = { kind: 'binary', operator: found as '+' | '-', left, right: multiplicative(p) };
  return left;
}

function multiplicative(p: Parser): Expression {
  let left = unary(p);
  for (let found = p.take('*', '/', '%'); found !== undefined; found = p.take('*', '/', '%'))
    left = { kind: 'binary', operator: found as '*' | '/' | '%', left, right: unary(p) };
  return left;
}

function unary(p: Parser): Expression {
  const operator = p.take('!', '-', '+');
  if (operator === undefined) return power(p);
  const operand = p.nested(() => unary(p));
  return {
    kind: 'unary',
    operator: operator as '!' | '-' | '+',
    operand: operator === '!' ? assigned(p, operand) : operand,
  };
}

function power(p: Parser): Expression {
  const left = postfix(p);
  if (p.take('^', '**') === undefined) return left;
  // From right to left, and a sign may follow: 2^-1.
  return { kind: 'binary', operator: '^', left, right: p.nested(() => unary(p)) };
}

function postfix(p: Parser): Expression {
  const operand = primary(p);
  if (!isPlace(operand)) return operand;
  const operator = p.take('++', '--');
  if (operator === undefined) return operand;
  return { kind: 'increment', place: operand, step: operator === '++' ? 1 : -1, isPostfix: true };
}

function primary(p: Parser): Expression {
  if (p.isAt('/', '/=')) return { kind: 'regex', source: p.takeRegex() };
  if (p.isAt('++', '--')) return parseIncrement(p);
  if (p.isAt('getline')) return parseGetline(p, undefined);
  if (p.take('(') !== undefined) return grouped(p);
  if (p.take('$') !== undefined) return { kind: 'field', index: p.nested(() => fieldIndex(p)) };
  if (p.isAt('@')) return p.fail('indirect calls, @include and @load are not available here');
  const { kind, text } = p.token();
  if (kind === 'number') return { kind, value: numberOf(p.advance().text) };
  if (kind === 'string') return { kind, value: p.advance().text };
  if (kind !== 'name' && kind !== 'function-name') return p.fail();
  return isBuiltin(text) || kind === 'function-name' ? parseCall(p) : parsePlace(p);
}

function parseIncrement(p: Parser): Expression {
  const step = p.advance().text === '++' ? 1 : -1;
  return { kind: 'increment', place: parsePlace(p), step, isPostfix: false };
}

function grouped(p: Parser): Expression {
  const items = parseList(p, ')');
  p.expect(')');
  const [only] = items;
  if (only === undefined) return p.fail('an expression is missing in ()');
  return items.length === 1 ? only : { kind: 'list', items };
}

function parseList(p: Parser, end: string): Expression[] {
  return inContext(p, false, () => {
    const items: Expression[] = [];
    p.skipNewlines();
    if (p.isAt(end)) return items;
    do {
      p.skipNewlines();
      items.push(parseExpression(p));
      p.skipNewlines();
    } while (p.take(',') !== undefined);
    return items;
  });
}

function fieldIndex(p: Parser): Expression {
  if (p.isAt('++', '--')) return parseIncrement(p);
  const operator = p.take('-', '+', '!');
  if (operator === undefined) return primary(p);
  return { kind: 'unary', operator: operator as '!' | '-' | '+', operand: p.nested(() => fieldIndex(p)) };
}

export function parsePlace(p: Parser): Place {
  if (p.take('$') !== undefined) return { kind: 'field', index: p.nested(() => fieldIndex(p)) };
  if (p.token().kind !== 'name' || isBuiltin(p.token().text))
    return p.fail(`${p.token().text} is not a variable`);
  const name = p.advance().text;
  const keys = subscripts(p);
  const key = keys.pop();
  return key === undefined
    ? { kind: 'variable', name }
    : { kind: 'element', array: { name, path: keys }, key };
}

function subscripts(p: Parser): Expression[] {
  const keys: Expression[] = [];
  while (p.take('[') !== undefined) {
    const items = parseList(p, ']');
    p.expect(']');
    const [only] = items;
    if (only === undefined) return p.fail('a subscript is missing in []');
    keys.push(items.length === 1 ? only : { kind: 'list', items });
  }
  return keys;
}

export function parseArrayName(p: Parser): ArrayName {
  if (p.token().kind !== 'name') return p.fail(`${p.token().text} is not the name of an array`);
  return { name: p.advance().text, path: subscripts(p) };
}

function parseCall(p: Parser): Expression {
  const name = p.advance().text;
  const hasArguments = p.take('(') !== undefined;
  if (isBuiltin(name)) {
    if (!hasArguments && name !== 'length') return p.fail(`${name} needs its arguments in parentheses`);
    return { kind: 'builtin', name, values: hasArguments ? argumentsOf(p) : [] };
  }
  return { kind: 'call', name, values: argumentsOf(p) };
}

function argumentsOf(p: Parser): Expression[] {
  const values = parseList(p, ')');
  p.expect(')');
  return values;
}

/** `command`: what is before `| getline`. */
function parseGetline(p: Parser, command: Expression | undefined): Expression {
  p.expect('getline');
  const isNamed = p.token().kind === 'name' && !isBuiltin(p.token().text) && !p.functions.has(p.token().text);
  const target = isNamed || p.isAt('$') ? parsePlace(p) : undefined;
  return { kind: 'getline', source: sourceOf(p, command), place: target };
}

function sourceOf(p: Parser, command: Expression | undefined): GetlineSource {
  if (command !== undefined) return { kind: 'command', name: command };
  if (p.take('<') === undefined) return { kind: 'main' };
  return { kind: 'file', name: postfix(p) };
}

/** The arguments of `print`. */
export function parsePrinted(p: Parser): Expression[] {
  return inContext(p, true, () => {
    const items = [parseExpression(p)];
    while (p.take(',') !== undefined) {
      p.skipNewlines();
      items.push(parseExpression(p));
    }
    const [only] = items;
    return items.length === 1 && only?.kind === 'list' ? [...only.items] : items;
  });
}

/** Where to print: a concatenation. */
export function parseTarget(p: Parser): Expression {
  return inContext(p, true, () => concatenation(p));
}

/** As gawk reads numbers in a program: hexadecimal, and octal if there is a zero first. */
function numberOf(text: string): number {
  if (/^0[xX]/.test(text)) return Number(text);
  return /^0[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Number(text);
}
