/** Writes docs/console.md: the reference of `window.oneclaw`, from its types and their doc comments. */
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
// The compiler API: the types of the console are computed, so a parser alone cannot print them.
import ts from 'typescript';

const source = fileURLToPath(new URL('../src', import.meta.url));
const consoleFile = `${source}/console/index.ts`;
const apiFile = `${source}/shared/api/index.ts`;
const marker = '<!-- Generated below this line: `npm run console-docs` -->';

type Method = { name: string; signature: string; comment: string };
/** Paths of the files that declare the types of the app, by type name. */
type TypeFiles = ReadonlyMap<string, string>;

/** Keeps the part of `page` above the marker and replaces the rest. */
export async function writeConsoleDocs(page: string): Promise<string> {
  const [introduction] = page.split(marker);
  const program = createProgram();
  const { domains, own } = readConsole(program);
  const files = findTypes(program);
  const sections = [
    writeSection('## oneclaw', own, files),
    ...[...domains].map(([domain, methods]) => writeSection(`## oneclaw.${domain}`, methods, files)),
  ];
  const text = [`${introduction}${marker}`, ...sections].join('\n\n');
  return format(text, { ...(await resolveConfig(consoleFile)), parser: 'markdown' });
}

function createProgram(): ts.Program {
  const { config } = ts.readConfigFile(`${source}/tsconfig.json`, (path) => ts.sys.readFile(path)) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, source);
  return ts.createProgram([consoleFile, apiFile], { ...options, composite: false, noEmit: true });
}

/** `own`: the members that belong to no domain. */
function readConsole(program: ts.Program): { domains: Map<string, Method[]>; own: Method[] } {
  const checker = program.getTypeChecker();
  const api = exportedType(program, apiFile, 'EngineApi');
  const domains = new Map<string, Method[]>();
  const own: Method[] = [];
  for (const member of exportedType(program, consoleFile, 'OneClawConsole').getProperties()) {
    const domain = api.getProperty(member.name);
    if (domain) domains.set(member.name, readMethods(checker, member, checker.getTypeOfSymbol(domain)));
    else own.push(...readMember(checker, member));
  }
  return { domains, own };
}

/** Methods in the order of the engine's API, followed by those that only the console has. */
function readMethods(checker: ts.TypeChecker, domain: ts.Symbol, api: ts.Type): Method[] {
  const order = api.getProperties().map(({ name }) => name);
  const rank = ({ name }: ts.Symbol) => (order.includes(name) ? order.indexOf(name) : order.length);
  const members = checker.getTypeOfSymbol(domain).getProperties();
  return members
    .toSorted((one, other) => rank(one) - rank(other))
    .flatMap((member) => readMember(checker, member, api.getProperty(member.name)));
}

/**
 * A console method without a comment inherits that of the engine API. Returns one entry for each overload.
 */
function readMember(checker: ts.TypeChecker, member: ts.Symbol, inApi?: ts.Symbol): Method[] {
  const { name } = member;
  const type = checker.getTypeOfSymbol(member);
  const comment = commentOf(checker, member) || (inApi ? commentOf(checker, inApi) : '');
  const signatures = type.getCallSignatures();
  if (signatures.length === 0) return [{ name, comment, signature: `${name}: ${print(checker, type)}` }];
  return signatures.map((signature) => ({
    name,
    comment,
    signature: name + printSignature(checker, signature),
  }));
}

function commentOf(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  return ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll(/\s+/g, ' ');
}

const { NoTruncation, UseAliasDefinedOutsideCurrentScope } = ts.TypeFormatFlags;
const formatFlags = (NoTruncation | UseAliasDefinedOutsideCurrentScope) as ts.TypeFormatFlags;

function print(checker: ts.TypeChecker, type: ts.Type): string {
  return withPlainIds(checker.typeToString(type, undefined, formatFlags));
}

function printSignature(checker: ts.TypeChecker, signature: ts.Signature): string {
  const text = checker
    .signatureToString(signature, undefined, formatFlags)
    // An optional parameter.
    .replaceAll(/ \| undefined(?=[,)])/g, '')
    // A destructured parameter, which has no name.
    .replaceAll(/\{ [\w., ]+ \}(?=\?: )/g, 'options')
    .replaceAll(/\{ [\w., ]+ \}(?=: )/g, 'input');
  return withPlainIds(text);
}

function withPlainIds(text: string): string {
  return text.replaceAll(/\bId<"\w+">|\b[A-Z]\w*Id\b/g, 'string').replaceAll('"', "'");
}

/** Writes the methods as a list, with links to the types that they name. */
function writeSection(heading: string, methods: readonly Method[], files: TypeFiles): string {
  const items = methods.map(
    ({ signature, comment }) => `- \`${signature}\`${comment ? `  \n  ${comment}` : ''}`,
  );
  const names = methods.flatMap(({ signature }) => signature.match(/\b[A-Z]\w+/g) ?? []);
  const links = [...new Set(names)].toSorted().flatMap((name) => {
    const path = files.get(name);
    return path ? [`[${name}](../${path})`] : [];
  });
  return [heading, items.join('\n'), ...(links.length > 0 ? [`Types: ${links.join(', ')}`] : [])].join(
    '\n\n',
  );
}

function findTypes(program: ts.Program): TypeFiles {
  const files = new Map<string, string>();
  for (const { fileName, statements } of program.getSourceFiles()) {
    if (!fileName.startsWith(`${source}/shared/`) && !fileName.startsWith(`${source}/console/`)) continue;
    for (const statement of statements)
      if (ts.isTypeAliasDeclaration(statement))
        files.set(statement.name.text, `src${fileName.slice(source.length)}`);
  }
  return files;
}

function exportedType(program: ts.Program, path: string, name: string): ts.Type {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(path);
  const module = file && checker.getSymbolAtLocation(file);
  const symbol = module && checker.getExportsOfModule(module).find((each) => each.name === name);
  if (!symbol) throw new Error(`${path} exports no type ${name}.`);
  return checker.getDeclaredTypeOfSymbol(symbol);
}
