/** Parses an awk program: rules, functions and statements. */
import { createCursor } from './cursor.ts';
import {
  parseArrayName,
  type Parser,
  parseExpression,
  parsePlace,
  parsePrinted,
  parseTarget,
} from './expressions.ts';
import {
  type Case,
  type Expression,
  type Pattern,
  type Program,
  type Redirection,
  type Rule,
  type SpecialPattern,
  specialPatterns,
  type Statement,
  type UserFunction,
} from './syntax.ts';

export function parseProgram(source: string): Program {
  const cursor = createCursor(source);
  const functions = new Map<string, UserFunction>();
  const p: Parser = { ...cursor, functions, isInPrint: false };
  const rules: Rule[] = [];
  const special: Special = { BEGIN: [], END: [], BEGINFILE: [], ENDFILE: [] };

  p.skipTerminators();
  while (p.token().kind !== 'end') {
    parseItem(p, rules, special);
    p.skipTerminators();
  }
  return { special, rules, functions, warnings: [...new Set(p.warnings)] };
}

type Special = Record<SpecialPattern, Statement[]>;

function parseItem(p: Parser, rules: Rule[], special: Special): void {
  if (p.take('function') !== undefined) return parseFunction(p);
  const name = specialPatterns.find((each) => p.take(each) !== undefined);
  if (name !== undefined) {
    if (!p.isAt('{')) p.fail(`${name} needs an action in the same line`);
    special[name].push(parseBlock(p));
    return;
  }
  const pattern = parsePattern(p);
  rules.push({ pattern, body: p.isAt('{') ? parseBlock(p) : printRecord });
}

function parsePattern(p: Parser): Pattern {
  if (p.isAt('{')) return { kind: 'always' };
  const from = parseExpression(p);
  if (p.take(',') === undefined) return { kind: 'expression', value: from };
  p.skipNewlines();
  return { kind: 'range', from, to: parseExpression(p) };
}

function parseFunction(p: Parser): void {
  const { kind, text: name } = p.advance();
  if (kind !== 'name' && kind !== 'function-name') p.fail(`${name} is not the name of a function`);
  if (p.functions.has(name)) p.fail(`the function ${name} is defined twice`);
  p.expect('(');
  const parameters: string[] = [];
  p.skipNewlines();
  while (p.token().kind === 'name') {
    parameters.push(p.advance().text);
    if (p.take(',') === undefined) break;
    p.skipNewlines();
  }
  p.skipNewlines();
  p.expect(')');
  p.skipNewlines();
  p.functions.set(name, { name, parameters, body: parseBlock(p) });
}

const printRecord: Statement = { kind: 'print', values: [], to: undefined };

function parseBlock(p: Parser): Statement {
  p.expect('{');
  const body = statementsUpTo(p, '}');
  p.expect('}');
  return { kind: 'block', body };
}

function statementsUpTo(p: Parser, ...ends: string[]): Statement[] {
  const body: Statement[] = [];
  p.skipTerminators();
  while (!p.isAt(...ends)) {
    body.push(parseStatement(p));
    p.skipTerminators();
  }
  return body;
}

function parseStatement(p: Parser): Statement {
  return p.nested(() => {
    if (p.isAt('{')) return parseBlock(p);
    const word = p.take('if', 'while', 'do', 'for', 'switch');
    if (word !== undefined) return compound[word as keyof typeof compound](p);
    const simple = simpleStatement(p);
    endStatement(p);
    return simple;
  });
}

function endStatement(p: Parser): void {
  if (p.take(';') !== undefined || p.isAt('}') || p.token().kind === 'end') return;
  if (p.token().kind !== 'newline') p.fail();
  p.advance();
}

/** The statement that a condition or a loop runs; `;` is an empty one. */
function parseBody(p: Parser): Statement {
  p.skipNewlines();
  return p.take(';') === undefined ? parseStatement(p) : { kind: 'block', body: [] };
}

function parseCondition(p: Parser): Expression {
  p.expect('(');
  p.skipNewlines();
  const test = parseExpression(p);
  p.skipNewlines();
  p.expect(')');
  return test;
}

const compound = {
  if(p: Parser): Statement {
    const test = parseCondition(p);
    const yes = parseBody(p);
    const hasElse = p.attempt(() => {
      p.skipTerminators();
      return p.take('else');
    });
    return { kind: 'if', test, yes, no: hasElse === undefined ? undefined : parseBody(p) };
  },
  while: (p: Parser): Statement => ({ kind: 'while', test: parseCondition(p), body: parseBody(p) }),
  do(p: Parser): Statement {
    const repeated = parseBody(p);
    p.skipTerminators();
    p.expect('while');
    const test = parseCondition(p);
    endStatement(p);
    return { kind: 'do', test, body: repeated };
  },
  for(p: Parser): Statement {
    p.expect('(');
    return p.attempt(() => parseForIn(p)) ?? parseForThree(p);
  },
  switch(p: Parser): Statement {
    const value = parseCondition(p);
    p.skipNewlines();
    p.expect('{');
    const cases: Case[] = [];
    p.skipTerminators();
    while (p.take('}') === undefined) cases.push(parseCase(p));
    return { kind: 'switch', value, cases };
  },
};

function parseForIn(p: Parser): Statement | undefined {
  if (p.token().kind !== 'name') return undefined;
  const place = parsePlace(p);
  if (p.take('in') === undefined) return undefined;
  if (p.token().kind !== 'name') return undefined;
  const array = parseArrayName(p);
  if (p.take(')') === undefined) return undefined;
  return { kind: 'for-in', place, array, body: parseBody(p) };
}

function parseForThree(p: Parser): Statement {
  const first = p.isAt(';') ? undefined : simpleStatement(p);
  p.expect(';');
  p.skipNewlines();
  const test = p.isAt(';') ? undefined : parseExpression(p);
  p.expect(';');
  p.skipNewlines();
  const next = p.isAt(')') ? undefined : simpleStatement(p);
  p.expect(')');
  return { kind: 'for', first, test, next, body: parseBody(p) };
}

function parseCase(p: Parser): Case {
  const isDefault = p.take('default') !== undefined;
  if (!isDefault) p.expect('case');
  const value = isDefault ? undefined : parseExpression(p);
  p.expect(':');
  const inside = statementsUpTo(p, 'case', 'default', '}');
  return { value, body: inside };
}

function simpleStatement(p: Parser): Statement {
  const word = p.take('print', 'printf', 'delete', 'exit', 'return', 'break', 'continue', 'next', 'nextfile');
  switch (word) {
    case undefined:
      return { kind: 'expression', value: parseExpression(p) };
    case 'print':
    case 'printf':
      return parsePrinting(p, word);
    case 'delete':
      return parseDeletion(p);
    case 'exit':
    case 'return':
      return { kind: word, value: isAtEnd(p) ? undefined : parseExpression(p) };
    default:
      return { kind: word as 'break' | 'continue' | 'next' | 'nextfile' };
  }
}

function isAtEnd(p: Parser): boolean {
  return p.isAt(';', '}') || p.token().kind === 'newline' || p.token().kind === 'end';
}

function parsePrinting(p: Parser, kind: 'print' | 'printf'): Statement {
  const values = isAtEnd(p) || p.isAt('>', '>>', '|') ? [] : parsePrinted(p);
  if (kind === 'printf' && values.length === 0) p.fail('printf needs a format');
  if (p.isAt('|&')) p.fail('coprocesses (|&) are not available here');
  const to = p.take('>', '>>', '|') as Redirection['kind'] | undefined;
  return { kind, values, to: to && { kind: to, name: parseTarget(p) } };
}

function parseDeletion(p: Parser): Statement {
  const isGrouped = p.take('(') !== undefined;
  const place = parsePlace(p);
  if (isGrouped) p.expect(')');
  if (place.kind === 'field') return p.fail('delete needs an array or an element');
  return place.kind === 'variable'
    ? { kind: 'delete', array: { name: place.name, path: [] }, key: undefined }
    : { kind: 'delete', array: place.array, key: place.key };
}
