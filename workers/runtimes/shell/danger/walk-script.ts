/** Lists all simple commands of a script in the order in which they would run, at any nesting. */
import type { Script } from '../session/interpreter.ts';
import { listedBy } from './listing.ts';
import { knownValues, type Variables, wordValue, type Word } from './word-value.ts';

export type WalkedCommand = {
  words: readonly Word[];
  variables: Variables;
  name?: string;
  /** Set for a function that calls itself twice in the background, such as `:(){ :|:& }`. */
  isForkBomb?: true;
};

type Scope = {
  variables: Map<string, readonly string[]>;
  /** The bodies of functions by name. */
  functions: Map<string, unknown>;
  /** The functions that are being called, to detect recursion. */
  running: ReadonlySet<string>;
  /** The file names that a pipe passes to the command. */
  input?: readonly string[] | undefined;
  budget: { commands: number };
};

/** Maximum number of commands, because functions that call each other multiply. */
const maxCommands = 5_000;

/** Nodes are walked generically, so that new kinds of nodes in the library are covered. */
export function* simpleCommands(script: Script, variables: Variables): Generator<WalkedCommand> {
  yield* walk(script, {
    variables: new Map(variables),
    functions: new Map(),
    running: new Set(),
    budget: { commands: maxCommands },
  });
}

type Node = { type: string } & Record<string, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function* walk(value: unknown, scope: Scope): Generator<WalkedCommand> {
  if (Array.isArray(value)) {
    for (const each of value as unknown[]) yield* walk(each, scope);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) {
    if (value.type === 'Pipeline') {
      yield* pipeline(value['commands'] as Node[], scope);
      return;
    }
    if (value.type === 'FunctionDef') yield* definition(value, scope);
    if (value.type === 'SimpleCommand') yield* simple(value, scope);
    if (value.type === 'For') begin(value, scope);
  }
  for (const [key, child] of Object.entries(value)) if (key !== 'assignments') yield* walk(child, scope);
}

/** Passes file names that a command prints to the next one, as in `ls | xargs rm`. */
function* pipeline(commands: readonly Node[], scope: Scope): Generator<WalkedCommand> {
  const { input } = scope;
  for (const command of commands) {
    yield* walk(command, scope);
    scope.input = printedBy(command, scope);
  }
  scope.input = input;
}

const passing = new Set(['sort', 'uniq', 'cat', 'tac', 'tee']);

function printedBy(command: Node, { variables, input }: Scope): readonly string[] | undefined {
  if (command.type !== 'SimpleCommand') return undefined;
  const words = knownValues(wordsOf(command), variables);
  return passing.has(words[0] ?? '') ? input : listedBy(words);
}

function* definition(node: Node, scope: Scope): Generator<WalkedCommand> {
  const name = String(node['name']);
  const own = { ...scope, variables: new Map(scope.variables) };
  const calls = [...walk(node['body'], own)].filter(
    ({ words }) => words[0] !== undefined && wordValue(words[0], scope.variables)[0] === name,
  );
  if (calls.length >= 2 && isBackground(node['body']))
    yield { words: [], variables: scope.variables, name, isForkBomb: true };
  scope.functions.set(name, node['body']);
}

/** In a loop, its variable has all of its values. */
function begin(node: Node, { variables }: Scope): void {
  const words = node['words'] as Word[] | null;
  const values = words ? words.flatMap((word) => wordValue(word, variables)) : variables.get('@');
  if (values) variables.set(String(node['variable']), values);
  else variables.delete(String(node['variable']));
}

type Assignment = { name: string; value: Word | null; array: Word[] | null; append: boolean };

function wordsOf(node: Node): Word[] {
  const name = node['name'] as Word | null;
  return name ? [name, ...(node['args'] as Word[])] : [];
}

function* simple(node: Node, scope: Scope): Generator<WalkedCommand> {
  const { variables } = scope;
  const assignments = node['assignments'] as Assignment[];
  yield* walk(assignments, scope);
  assignments.forEach((each) => assign(each, variables));
  const words = wordsOf(node);
  const [first, ...args] = words;
  if (!first) return;
  if (--scope.budget.commands < 0) throw new Error('it has too many commands');
  const [name = ''] = knownValues([first], variables);
  const brought = name === 'xargs' ? (scope.input ?? []) : [];
  yield { words: [...words, ...brought.map(wordOf)], variables: new Map(variables) };
  declare(name, args, scope);
  yield* call(name, args, scope);
}

function assign({ name, value, array, append }: Assignment, variables: Map<string, readonly string[]>): void {
  if (array) {
    const values = knownValues(array, variables);
    for (const each of [`${name}[@]`, `${name}[*]`, name]) variables.set(each, values);
    return;
  }
  const values = value ? wordValue(value, variables) : [''];
  const before = append ? (variables.get(name) ?? ['']) : [''];
  variables.set(
    name,
    before.flatMap((old) => values.map((added) => old + added)),
  );
}

const declarations = new Set(['export', 'local', 'declare', 'typeset', 'readonly']);

/** Handles commands that set variables. */
function declare(name: string, args: readonly Word[], { variables, input }: Scope): void {
  if (!declarations.has(name) && name !== 'read' && name !== 'set') return;
  const values = knownValues(args, variables);
  if (name === 'set') {
    if (values[0] === '--') place(values.slice(1), variables);
    return;
  }
  for (const each of values) {
    const [, variable = '', text] = /^(\w+)=([^]*)$/.exec(each) ?? [];
    if (text !== undefined) variables.set(variable, [text]);
    else if (name !== 'read') continue;
    else if (input) variables.set(each, input);
    else variables.delete(each);
  }
}

/** Walks the body of a function that the script defined, with the arguments of this call. */
function* call(name: string, args: readonly Word[], scope: Scope): Generator<WalkedCommand> {
  const body = scope.functions.get(name);
  if (body === undefined || scope.running.has(name)) return;
  const variables = new Map(scope.variables);
  place(knownValues(args, variables), variables);
  yield* walk(body, { ...scope, variables, running: new Set([...scope.running, name]) });
}

/** Sets the positional parameters, such as `$1` and `$@`. */
function place(values: readonly string[], variables: Map<string, readonly string[]>): void {
  for (const name of variables.keys()) if (/^(\d+|[@*])$/.test(name)) variables.delete(name);
  values.forEach((value, at) => variables.set(String(at + 1), [value]));
  for (const name of ['@', '*']) variables.set(name, values);
}

function wordOf(pattern: string): Word {
  return { type: 'Word', parts: [{ type: 'Glob', pattern }] };
}

function isBackground(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isBackground);
  if (typeof value !== 'object' || value === null) return false;
  if ('background' in value && value.background === true) return true;
  return Object.values(value).some(isBackground);
}
