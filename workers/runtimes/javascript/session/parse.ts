/** Parses a script to a syntax tree, with the helpers that its readers need. */
// acorn is a small parser that follows the standard closely and reports the position of each node.
import { parse, type Node as AcornNode, type Options } from 'acorn';

/** Other keys contain nodes, lists of nodes, or plain values. */
export type Node = AcornNode & Readonly<Record<string, unknown>>;
export type Program = Node & { body: readonly Node[] };

const options = { ecmaVersion: 'latest', allowAwaitOutsideFunction: true } as const satisfies Options;

/** Undefined if the parser cannot parse it; the interpreter then reports the error. */
export function parseScript(code: string): Program | undefined {
  return parseAs(code, 'script') ?? parseAs(code, 'module');
}

function parseAs(code: string, sourceType: 'script' | 'module'): Program | undefined {
  try {
    const tree: unknown = parse(code, { ...options, sourceType });
    return isProgram(tree) ? tree : undefined;
  } catch {
    // A syntax error, or nesting that is too deep for a recursive parser.
    return undefined;
  }
}

function isProgram(value: unknown): value is Program {
  return isNode(value) && value.type === 'Program';
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** The child nodes, in source order. */
export function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

/** The names that a pattern binds: `{ a, b: [c] }` binds a and c. */
export function namesIn(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  switch (pattern.type) {
    case 'Identifier':
      return [String(pattern.name)];
    case 'ObjectPattern':
    case 'ArrayPattern':
      return listOf(pattern.properties ?? pattern.elements).flatMap(namesIn);
    case 'Property':
      return namesIn(pattern.value);
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    case 'RestElement':
      return namesIn(pattern.argument);
    default:
      return [];
  }
}

export function listOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}
