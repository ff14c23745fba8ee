/** All simple commands of a script, in the order in which they would run, wherever they stand. */
import type { Script } from '../session/interpreter.ts';
import { type Variables, wordValue, type Word } from './word-value.ts';

export type WalkedCommand = {
  words: readonly Word[];
  variables: Variables;
  name?: string;
  /** `:(){ :|:& }`: a function that starts itself twice. */
  isForkBomb?: true;
};

/** Nodes are walked by their form: a library's new kind of node is walked as well. */
export function* simpleCommands(script: Script, variables: Variables): Generator<WalkedCommand> {
  yield* walk(script, new Map(variables));
}

type Node = { type: string } & Record<string, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function* walk(value: unknown, variables: Map<string, string>): Generator<WalkedCommand> {
  if (Array.isArray(value)) {
    for (const each of value as unknown[]) yield* walk(each, variables);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value) && value.type === 'FunctionDef') {
    const name = String(value['name']);
    const calls = [...walk(value['body'], variables)].filter(
      ({ words }) => words[0] !== undefined && wordValue(words[0], variables)[0] === name,
    );
    if (calls.length >= 2 && isBackground(value['body']))
      yield { words: [], variables, name, isForkBomb: true };
  }
  if (isNode(value) && value.type === 'SimpleCommand') yield* simple(value, variables);
  for (const [key, child] of Object.entries(value)) if (key !== 'assignments') yield* walk(child, variables);
}

function* simple(node: Node, variables: Map<string, string>): Generator<WalkedCommand> {
  const assignments = node['assignments'] as { name: string; value: Word | null }[];
  yield* walk(assignments, variables);
  for (const { name, value } of assignments)
    variables.set(name, value ? (wordValue(value, variables)[0] ?? '') : '');
  const name = node['name'] as Word | null;
  if (name) yield { words: [name, ...(node['args'] as Word[])], variables: new Map(variables) };
}

function isBackground(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isBackground);
  if (typeof value !== 'object' || value === null) return false;
  if ('background' in value && value.background === true) return true;
  return Object.values(value).some(isBackground);
}
