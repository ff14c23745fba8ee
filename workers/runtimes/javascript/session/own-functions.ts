/**
 * Finds the self-contained functions and classes of a script: they use only their own names and globals, and
 * capture nothing from a surrounding function or block. Their source can be stored and evaluated again.
 */
import { declaredIn, headNames, isClass, isFunction, methodOf, varNames } from './declarations.ts';
import { childrenOf, isNode, listOf, namesIn, parseScript, type Node, type Program } from './parse.ts';

/**
 * `own`: self-contained. `private`: a class with private fields, whose instances cannot be read from outside.
 * `bound`: captures surrounding names.
 */
export type FunctionKind = 'own' | 'private' | 'bound';

/** A function or class that is being walked. */
type Unit = { isClass: boolean; isBound: boolean; isPrivate: boolean };
/** `depth`: the number of open units when the scope began; later units are inside it. */
type Scope = { names: ReadonlySet<string>; depth: number };

type Reading = { code: string; units: Unit[]; scopes: Scope[]; found: Map<string, FunctionKind> };

/** A name that stands for `this`, declared by the function that binds it. */
const receiver = '\0this';

/** Undefined if the source cannot be parsed, or is nested too deeply for recursion. */
export function readFunctions(code: string): Map<string, FunctionKind> | undefined {
  const program = parseScript(code);
  try {
    return program && findFunctions(program, code);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * The kinds by source text, the only property that identifies a function. If a text occurs twice, the worse
 * kind counts.
 */
export function findFunctions(program: Program, code: string): Map<string, FunctionKind> {
  const reading: Reading = { code, units: [], scopes: [], found: new Map() };
  for (const node of program.body) walk(reading, node);
  return reading.found;
}

function walk(reading: Reading, node: Node): void {
  const method = methodOf(node);
  if (method) {
    if (node.computed === true) walkAll(reading, [node.key]);
    return walkUnit(reading, node, () => walkFunction(reading, method));
  }
  if (isFunction(node)) return walkUnit(reading, node, () => walkFunction(reading, node));
  if (isClass(node)) return walkUnit(reading, node, () => walkClass(reading, node));
  const names = namesOfScope(node);
  if (names) within(reading, names, () => walkAll(reading, childrenOf(node)));
  else walkOther(reading, node);
}

function walkAll(reading: Reading, nodes: readonly unknown[]): void {
  for (const node of nodes) if (isNode(node)) walk(reading, node);
}

/** The names that a scope declares; undefined if the node is not a scope. */
function namesOfScope(node: Node): string[] | undefined {
  switch (node.type) {
    case 'BlockStatement':
    case 'StaticBlock':
      return declaredIn(listOf(node.body));
    case 'SwitchStatement':
      return declaredIn(listOf(node.cases));
    case 'CatchClause':
      return namesIn(node.param);
    default:
      return node.type.startsWith('For') ? headNames(node) : undefined;
  }
}

function within(reading: Reading, names: Iterable<string>, work: () => void): void {
  reading.scopes.push({ names: new Set(names), depth: reading.units.length });
  work();
  reading.scopes.pop();
}

function walkUnit(reading: Reading, node: Node, work: () => void): void {
  const unit: Unit = { isClass: isClass(node), isBound: false, isPrivate: false };
  reading.units.push(unit);
  work();
  reading.units.pop();
  const text = textOf(node, reading.code);
  reading.found.set(text, worseKind(kindOf(unit), reading.found.get(text)));
}

export function worseKind(one: FunctionKind, other: FunctionKind | undefined): FunctionKind {
  return worst.find((kind) => kind === one || kind === other) ?? 'own';
}

const worst: readonly FunctionKind[] = ['bound', 'private'];

function kindOf({ isBound, isPrivate }: Unit): FunctionKind {
  if (isBound) return 'bound';
  return isPrivate ? 'private' : 'own';
}

/** The source as `Function.prototype.toString` returns it: a static method without `static`. */
function textOf({ start, end }: Node, code: string): string {
  return code.slice(start, end).replace(/^static\b\s*(?![\s(])/, '');
}

function walkFunction(reading: Reading, node: Node): void {
  const body = isNode(node.body) ? listOf(node.body.body) : [];
  const names = [
    ...namesIn(node.id),
    ...listOf(node.params).flatMap(namesIn),
    ...varNames(body),
    ...declaredIn(body),
    ...(node.type === 'ArrowFunctionExpression' ? [] : [receiver, 'arguments']),
  ];
  within(reading, names, () => walkAll(reading, childrenOf(node)));
}

function walkClass(reading: Reading, node: Node): void {
  const members = isNode(node.body) ? listOf(node.body.body) : [];
  const hidden = members.flatMap(({ key }) =>
    isNode(key) && key.type === 'PrivateIdentifier' ? [hiddenName(key)] : [],
  );
  const unit = reading.units.at(-1);
  if (unit && hidden.length > 0) unit.isPrivate = true;
  within(reading, [...namesIn(node.id), ...hidden], () => {
    walkAll(reading, [node.superClass]);
    for (const member of members) walkMember(reading, member);
  });
}

const hiddenName = ({ name }: Node) => `#${String(name)}`;

function walkMember(reading: Reading, member: Node): void {
  if (member.type !== 'PropertyDefinition') return walk(reading, member);
  if (member.computed === true) walkAll(reading, [member.key]);
  // In the value of a field, `this` is the instance.
  within(reading, [receiver], () => walkAll(reading, [member.value]));
}

function walkOther(reading: Reading, node: Node): void {
  switch (node.type) {
    case 'Identifier':
      return use(reading, String(node.name));
    case 'PrivateIdentifier':
      return use(reading, hiddenName(node));
    case 'ThisExpression':
    case 'MetaProperty':
      return use(reading, receiver);
    case 'Super':
      return bindMethod(reading);
    case 'WithStatement':
      useAnything(reading);
      break;
    case 'CallExpression':
      if (isNode(node.callee) && node.callee.name === 'eval') useAnything(reading);
  }
  walkAll(
    reading,
    childrenOf(node).filter((child) => !isOnlyName(node, child)),
  );
}

function use({ scopes, units }: Reading, name: string): void {
  const scope = scopes.findLast(({ names }) => names.has(name));
  if (scope) for (const unit of units.slice(scope.depth)) unit.isBound = true;
}

/** For `eval` and `with`, which may use any surrounding name. */
function useAnything({ scopes, units }: Reading): void {
  const scope = scopes.find(({ names }) => names.size > 0);
  if (scope) for (const unit of units.slice(scope.depth)) unit.isBound = true;
}

/**
 * A method with `super` depends on its object, which its source does not contain; in a class, the source of
 * the class does.
 */
function bindMethod({ units }: Reading): void {
  for (const unit of units.toReversed()) {
    if (unit.isClass) return;
    unit.isBound = true;
  }
}

/** True for an identifier that is not a variable: of a member, a property or a label. */
function isOnlyName(parent: Node, child: Node): boolean {
  if (child.type !== 'Identifier') return false;
  switch (parent.type) {
    case 'MemberExpression':
      return parent.property === child && parent.computed !== true;
    case 'Property':
      return parent.key === child && parent.computed !== true && parent.value !== child;
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return true;
    default:
      return false;
  }
}
