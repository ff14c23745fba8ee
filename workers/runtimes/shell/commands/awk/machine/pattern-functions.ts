/** Compiles the functions that take patterns: `split`, `match`, `sub` and the like. */
import { type ArrayName, type Expression, isPlace } from '../language/syntax.ts';
import { CommandError } from '../../command.ts';
import { readGeneralReplacement, readReplacement, substitute } from '../functions/substitute.ts';
import { byContent, byPattern, type Splitter } from '../records/split.ts';
import { charactersBefore, lengthOf } from '../text/characters.ts';
import type { Pattern } from '../text/patterns.ts';
import { type AwkArray, toNumber, toText } from '../text/values.ts';
import { compileArray, type Compiler, emit, popArray } from './compiler.ts';
import type { Environment } from './environment.ts';
import type { Machine } from './machine.ts';
import { placeCode } from './places.ts';
import { compilePattern } from './pattern-operand.ts';
import { setElement } from './variables.ts';

type Compile = (c: Compiler, values: readonly Expression[]) => void;

const wholeRecord: Expression = { kind: 'field', index: { kind: 'number', value: 0 } };
const nothing: Expression = { kind: 'string', value: '' };

export const patternFunctions: Readonly<Record<string, Compile>> = {
  split: (c, values) => compileSplit(c, values, separatorOf),
  patsplit: (c, values) => compileSplit(c, values, contentOf),
  sub: (c, values) => compileSub(c, values, 1),
  gsub: (c, values) => compileSub(c, values, undefined),
  gensub: compileGensub,
  match: compileMatch,
};

/** An argument that names an array. */
export function arrayArgument(node: Expression | undefined, name: string): ArrayName {
  if (node?.kind === 'variable') return { name: node.name, path: [] };
  if (node?.kind === 'element') return { name: node.array.name, path: [...node.array.path, node.key] };
  throw new CommandError(`${name} needs the name of an array`, 2);
}

/** Takes the splitter, whose text was pushed if the program computes it. */
type TakeSplitter = (m: Machine) => Splitter;

function compileSplit(
  c: Compiler,
  [text = nothing, array, by, separators]: readonly Expression[],
  compileSplitter: (c: Compiler, by: Expression | undefined) => TakeSplitter,
): void {
  c.expression(text);
  const splitter = compileSplitter(c, by);
  compileArray(c, arrayArgument(array, 'split'));
  if (separators) compileArray(c, arrayArgument(separators, 'split'));
  emit(c, (m) => {
    const between = separators && popArray(m);
    const target = popArray(m);
    const splits = splitter(m);
    const whole = toText(m.stack.pop(), c.env.convfmt());
    const parts = between ? splits.parts(whole) : { fields: splits.fields(whole), separators: [] };
    fill(target, parts.fields, 1);
    if (between) fill(between, parts.separators, 0);
    m.stack.push(parts.fields.length);
  });
}

function fill(array: AwkArray, texts: readonly (string | undefined)[], first: number): void {
  array.clear();
  texts.forEach((text, at) => {
    if (text !== undefined) setElement(array, String(first + at), { text });
  });
}

function separatorOf(c: Compiler, by: Expression | undefined): TakeSplitter {
  if (!by) return c.env.fieldSplitter;
  if (by.kind === 'regex') {
    const pattern = compilePattern(c, by);
    return (m) => byPattern(pattern(m));
  }
  c.expression(by);
  return (m) => c.env.separator(toText(m.stack.pop(), c.env.convfmt()));
}

function contentOf(c: Compiler, by: Expression | undefined): TakeSplitter {
  const pattern = compilePattern(c, by ?? { kind: 'variable', name: 'FPAT' });
  return (m) => byContent(pattern(m));
}

/** `which`: the number of the match to replace; undefined for all. */
function compileSub(
  c: Compiler,
  [by = nothing, replacement = nothing, target = wholeRecord]: readonly Expression[],
  which: number | undefined,
): void {
  const { convfmt } = c.env;
  const pattern = compilePattern(c, by);
  c.expression(replacement);
  const place = isPlace(target) ? placeCode(c, target) : undefined;
  if (place) place.locate();
  else c.expression(target);
  emit(c, (m) => {
    const key = place ? place.take(m) : '';
    const value = place ? place.read(m, key) : m.stack.pop();
    const parts = readReplacement(toText(m.stack.pop(), convfmt()));
    const { text, count } = substitute(pattern(m), toText(value, convfmt()), parts, which);
    if (count > 0) place?.write(m, key, text);
    m.stack.push(count);
  });
}

function compileGensub(
  c: Compiler,
  [by = nothing, replacement = nothing, how = nothing, target = wholeRecord]: readonly Expression[],
): void {
  const { convfmt } = c.env;
  const pattern = compilePattern(c, by);
  for (const each of [replacement, how, target]) c.expression(each);
  emit(c, (m) => {
    const whole = toText(m.stack.pop(), convfmt());
    const which = m.stack.pop();
    const parts = readGeneralReplacement(toText(m.stack.pop(), convfmt()));
    const isGlobal = /^[gG]/.test(toText(which, convfmt()));
    const number = isGlobal ? undefined : Math.max(1, Math.trunc(toNumber(which)));
    m.stack.push(substitute(pattern(m), whole, parts, number).text);
  });
}

function compileMatch(c: Compiler, [text = nothing, by = nothing, array]: readonly Expression[]): void {
  const { env } = c;
  c.expression(text);
  const pattern = compilePattern(c, by);
  if (array) compileArray(c, arrayArgument(array, 'match'));
  emit(c, (m) => {
    const groups = array && popArray(m);
    const found = pattern(m);
    const whole = toText(m.stack.pop(), env.convfmt());
    m.stack.push(match(env, found, whole, groups));
  });
}

/** Sets RSTART, RLENGTH and the groups; returns RSTART. */
function match(
  { variables, subsep }: Environment,
  pattern: Pattern,
  text: string,
  groups?: AwkArray,
): number {
  const found = pattern.find(text, 0);
  const start = found ? charactersBefore(text, found.start) + 1 : 0;
  variables.set('RSTART', start);
  variables.set('RLENGTH', found ? lengthOf(text.slice(found.start, found.end)) : -1);
  groups?.clear();
  if (!found || !groups) return start;
  for (let index = 0; index <= pattern.groupCount; index++) {
    const place = index === 0 ? ([found.start, found.end] as const) : found.group(index);
    if (!place) continue;
    const part = text.slice(...place);
    const separator = toText(subsep.value, '%d');
    setElement(groups, String(index), { text: part });
    setElement(groups, `${index}${separator}start`, charactersBefore(text, place[0]) + 1);
    setElement(groups, `${index}${separator}length`, lengthOf(part));
  }
  return start;
}
