/** The source of the page as syntax trees, with the keys each file uses and the files it imports. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const source = fileURLToPath(new URL('../../../../../src', import.meta.url));

export type SourceFile = { name: string; tree: ts.SourceFile };
/** `from` is the file with the import; `names` are the string literals of the call around it, and of `loadTexts`. */
type LazyImport = { to: string; isView: boolean; parts: readonly string[] };
type Uses = {
  keys: ReadonlySet<string>;
  imports: readonly string[];
  lazy: readonly LazyImport[];
  /** Parts that the file loads itself with `loadTexts`. */
  loads: readonly string[];
};

export const files: readonly SourceFile[] = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts') && !/^shared.text/.test(name))
  .map((name) => {
    const text = readFileSync(join(source, name), 'utf8');
    const path = name.replaceAll('\\', '/');
    return {
      name: path,
      tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX),
    };
  });

export function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  node.forEachChild((child) => visit(child, see));
}

/** All keys that occur as a literal, and all keys that begin with the static start of a template literal. */
export function keysIn(tree: ts.Node, keys: readonly string[]): Set<string> {
  const known = new Set(keys);
  const found = new Set<string>();
  visit(tree, (node) => {
    if (ts.isStringLiteralLike(node) && known.has(node.text)) found.add(node.text);
    if (ts.isTemplateHead(node) && /\w\.[\w.-]*$/.test(node.text))
      for (const key of keys) if (key.startsWith(node.text)) found.add(key);
  });
  return found;
}

export function usesOf({ name, tree }: SourceFile, keys: readonly string[]): Uses {
  const pathOf = (specifier: string) =>
    relative(source, resolve(source, dirname(name), withoutAlias(specifier))).replaceAll('\\', '/');
  const imports: string[] = [];
  const lazy: LazyImport[] = [];
  const loads: string[] = [];
  visit(tree, (node) => {
    if (isValueImport(node)) imports.push(pathOf(node.moduleSpecifier.text));
    if (!ts.isCallExpression(node)) return;
    if (ts.isIdentifier(node.expression) && node.expression.text === 'loadTexts')
      loads.push(...literalsIn(node));
    const [first] = node.arguments;
    if (node.expression.kind !== ts.SyntaxKind.ImportKeyword || !first || !ts.isStringLiteral(first)) return;
    const view = viewAround(node);
    const parts = view?.arguments[1] ? literalsIn(view.arguments[1]) : [];
    lazy.push({ to: pathOf(first.text), isView: view !== undefined, parts });
  });
  return { keys: keysIn(tree, keys), imports, lazy, loads };
}

/** Resolves `#src/` and `#shared/`, aliases of package.json. */
function withoutAlias(specifier: string): string {
  if (specifier.startsWith('#shared/')) return join(source, 'shared', specifier.slice('#shared/'.length));
  return specifier.startsWith('#src/') ? join(source, specifier.slice('#src/'.length)) : specifier;
}

type ValueImport = (ts.ImportDeclaration | ts.ExportDeclaration) & { moduleSpecifier: ts.StringLiteral };

function isValueImport(node: ts.Node): node is ValueImport {
  const isType = ts.isImportDeclaration(node)
    ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
    : ts.isExportDeclaration(node) && node.isTypeOnly;
  if (isType || !(ts.isImportDeclaration(node) || ts.isExportDeclaration(node))) return false;
  return node.moduleSpecifier !== undefined && ts.isStringLiteral(node.moduleSpecifier);
}

function viewAround(node: ts.Node): ts.CallExpression | undefined {
  for (let outer: ts.Node = node.parent; !ts.isSourceFile(outer); outer = outer.parent)
    if (
      ts.isCallExpression(outer) &&
      ts.isIdentifier(outer.expression) &&
      outer.expression.text === 'createLazyView'
    )
      return outer;
  return undefined;
}

function literalsIn(node: ts.Node): string[] {
  const found: string[] = [];
  visit(node, (each) => void (ts.isStringLiteral(each) && found.push(each.text)));
  return found;
}
