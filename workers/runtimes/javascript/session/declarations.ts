/** Finds what the nodes of a script declare, and in which scope. */
import { childrenOf, isNode, listOf, namesIn, type Node } from './parse.ts';

export function isFunction({ type }: Node): boolean {
  return (
    type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'
  );
}

export function isClass({ type }: Node): boolean {
  return type === 'ClassDeclaration' || type === 'ClassExpression';
}

/** The function of a method. The source of a method begins with its name. */
export function methodOf(node: Node): Node | undefined {
  const isMethod =
    node.type === 'MethodDefinition' ||
    (node.type === 'Property' && (node.method === true || node.kind !== 'init'));
  return isMethod && isNode(node.value) && isFunction(node.value) ? node.value : undefined;
}

/**
 * The names that `let`, `const`, `class` and functions declare in a block; the cases of a `switch` share one
 * block.
 */
export function declaredIn(body: readonly Node[]): string[] {
  return body.flatMap((node) => {
    if (node.type === 'SwitchCase') return declaredIn(listOf(node.consequent));
    if (node.type === 'VariableDeclaration') return node.kind === 'var' ? [] : declaratorNames(node);
    return node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration' ? namesIn(node.id) : [];
  });
}

function declaratorNames(node: Node): string[] {
  return listOf(node.declarations).flatMap(({ id }) => namesIn(id));
}

/** The names declared in the head of a loop. */
export function headNames(node: Node): string[] {
  const head = node.init ?? node.left;
  return isNode(head) && head.type === 'VariableDeclaration' ? declaratorNames(head) : [];
}

/** The `var` names of a function, and the functions in its blocks; not those of nested functions. */
export function varNames(body: readonly Node[]): string[] {
  const names: string[] = [];
  const left = [...body];
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.type === 'FunctionDeclaration') names.push(...namesIn(node.id));
    if (isFunction(node) || isClass(node) || methodOf(node)) continue;
    if (node.type === 'VariableDeclaration' && node.kind === 'var') names.push(...declaratorNames(node));
    left.push(...childrenOf(node));
  }
  return names;
}
