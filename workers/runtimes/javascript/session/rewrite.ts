/**
 * Rewrites a script so that its top-level declarations stay for the next script, as in the consoles of
 * browsers and Node: `let`, `const` and `class` become `var`, which is a property of the global object and
 * can be declared again. Line numbers stay the same, and nearly all columns.
 */
import { exportedName } from './exported-name.ts';
import { findFunctions, type FunctionKind } from './own-functions.ts';
import { isNode, listOf, namesIn, parseScript, type Node, type Program } from './parse.ts';

export type Rewritten = {
  code: string;
  /** A module that contains only the imports and makes their names global; absent if there are none. */
  imports: string | undefined;
  imported: Imported[];
  /** The script has an `export default`; its value is in the global `exportedName`. */
  hasDefault: boolean;
  functions: Map<string, FunctionKind>;
};

/** `exported`: the name in the module, or `*` for the namespace. */
export type Imported = { name: string; from: string; exported: string };

/** Replaces the source from `start` to `end` by `text`. */
type Edit = { start: number; end: number; text: string };

/** Undefined if the script cannot be parsed; the interpreter then reports the error. */
export function rewrite(code: string): Rewritten | undefined {
  const program = parseScript(code);
  if (!program) return undefined;
  try {
    return rewriteProgram(program, code);
  } catch (error) {
    // Nested too deeply for recursion.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function rewriteProgram(program: Program, code: string): Rewritten {
  const edits: Edit[] = [];
  const modules: Node[] = [];
  let hasDefault = false;
  for (const node of program.body) {
    if (isModuleRequest(node)) {
      modules.push(node);
      edits.push(blankStatement(code, node));
    } else if (node.type === 'ExportDefaultDeclaration') {
      hasDefault = true;
      edits.push(...exportDefault(node, code));
    } else if (node.type === 'ExportNamedDeclaration') edits.push(...exportNamed(node, code));
    else edits.push(...declare(node, code));
  }
  const imported = modules.flatMap(importsOf);
  return {
    code: apply(code, edits),
    imports: modules.length > 0 ? importModule(code, modules, imported) : undefined,
    imported,
    hasDefault,
    functions: findFunctions(program, code),
  };
}

function isModuleRequest({ type, source }: Node): boolean {
  return type === 'ImportDeclaration' || (type.startsWith('Export') && isNode(source));
}

function declare(node: Node, code: string): Edit[] {
  if (node.type === 'ClassDeclaration') return declareClass(node, `var ${namesIn(node.id).join()} = `);
  if (node.type !== 'VariableDeclaration' || (node.kind !== 'let' && node.kind !== 'const')) return [];
  const { start, kind } = node;
  const end = start + kind.length;
  const empty = listOf(node.declarations).filter(({ init }) => !isNode(init));
  // Without the semicolon, the expression would continue in the next line: `let a\n[1].map(f)`.
  const endOf = ({ end: at }: Node) => (at === node.end && code[at - 1] !== ';' ? ';' : '');
  return [
    { start, end, text: 'var'.padEnd(kind.length) },
    // Initialised, because an earlier script may have left a value under this name.
    ...empty.map((each) => ({ start: each.end, end: each.end, text: ` = void 0${endOf(each)}` })),
  ];
}

function declareClass({ start, end }: Node, before: string): Edit[] {
  return [
    { start, end: start, text: before },
    { start: end, end, text: ';' },
  ];
}

function exportNamed(node: Node, code: string): Edit[] {
  const { declaration } = node;
  if (!isNode(declaration)) return [blankStatement(code, node)];
  return [blank(code, node.start, declaration.start), ...declare(declaration, code)];
}

/** The words `export` and `default`, with the white space and comments between them. */
const defaultWords = /^export((?:\s|\/\/.*[\n\r\u2028\u2029]|\/\*[^]*?\*\/)+)default/;

function exportDefault(node: Node, code: string): Edit[] {
  const { declaration } = node;
  if (!isNode(declaration)) return [];
  const [name] = namesIn(declaration.id);
  const isDeclaration = declaration.type.endsWith('Declaration');
  if (declaration.type === 'FunctionDeclaration' && name !== undefined)
    return [
      blank(code, node.start, declaration.start),
      { start: node.end, end: node.end, text: `;${exportedName} = ${name};` },
    ];
  const head = code.slice(node.start, declaration.start);
  const [words = '', gap = ''] = defaultWords.exec(head) ?? [];
  // Keeps the line breaks between the two words. One space is part of `exportedName =`, so that columns stay
  // the same.
  const between = blank(gap, 0, gap.length).text.replace(/^ /, '');
  const before = isDeclaration && name !== undefined ? `var ${name} = ` : '';
  // Text after the two words, such as a comment or a line break, is kept.
  const text = `${between}${before}${exportedName} =${head.slice(words.length)}`;
  return [
    { start: node.start, end: declaration.start, text },
    ...(isDeclaration ? [{ start: declaration.end, end: declaration.end, text: ';' }] : []),
  ];
}

/**
 * Replaced by an empty statement, because the previous statement may have no semicolon: `const a = b\nexport
 * { a }\n[1].map(f)`.
 */
function blankStatement(code: string, { start, end }: Node): Edit {
  return { start, end, text: `;${blank(code, start, end).text.slice(1)}` };
}

/** Replaces all characters but line breaks by spaces. */
function blank(code: string, start: number, end: number): Edit {
  return { start, end, text: code.slice(start, end).replaceAll(/[^\n\r\u2028\u2029]/g, ' ') };
}

function apply(code: string, edits: readonly Edit[]): string {
  let text = '';
  let at = 0;
  for (const edit of edits.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    text += code.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + code.slice(at);
}

function importsOf(node: Node): Imported[] {
  const from = isNode(node.source) ? String(node.source.value) : '';
  if (node.type !== 'ImportDeclaration') return [];
  return listOf(node.specifiers).map((specifier) => {
    const [name = ''] = namesIn(specifier.local);
    return { name, from, exported: exportedBy(specifier) };
  });
}

function exportedBy({ type, imported }: Node): string {
  if (type === 'ImportDefaultSpecifier') return 'default';
  if (!isNode(imported)) return '*';
  return String(imported.name ?? imported.value);
}

/** Keeps the line numbers of the script, so that an error in an import has the right position. */
function importModule(code: string, modules: readonly Node[], imported: readonly Imported[]): string {
  let text = '';
  let at = 0;
  for (const { start, end } of modules) {
    text += blank(code, at, start).text + code.slice(start, end);
    at = end;
  }
  return `${text};${imported.map(({ name }) => defineImport(name)).join('')}`;
}

/** Defines a global that reads the current value of the import; an assignment replaces the import. */
function defineImport(name: string): string {
  return `Object.defineProperty(globalThis,'${name}',{get:()=>${name},set(value){Object.defineProperty(globalThis,'${name}',{value,writable:true,enumerable:true,configurable:true})},enumerable:true,configurable:true});`;
}

/** The source of a script that repeats this import. */
export function importAgain({ name, from, exported }: Imported): string {
  const what = exported === '*' ? `* as ${name}` : `{ ${JSON.stringify(exported)} as ${name} }`;
  return `import ${what} from ${JSON.stringify(from)};`;
}
