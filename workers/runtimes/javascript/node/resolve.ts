/**
 * Finds the module that an import or a `require` means, as Node does:
 * https://nodejs.org/api/esm.html#resolution-algorithm-specification
 */
// Reads the fields `exports` and `imports` of package.json, whose patterns and conditions have many rules.
import { exports as exportsOf, imports as importsOf } from 'resolve.exports';
import { resolve } from '../../shell/fs/paths.ts';
import { isBuiltin, refusedModule, withoutScheme } from './builtins/names.ts';
import { CodeError } from './fs-error.ts';
import { parentOf, type SyncFiles } from './sync-files.ts';

/** How a module is asked for; each has rules of its own. */
export type Way = 'import' | 'require';
/** `place`: the name of a module of Node, or the absolute path of a file. */
export type Found = { type: 'builtin' | 'file'; place: string };

type PackageFile = { folder: string; json: Record<string, unknown> };

const decoder = new TextDecoder();

/** `from`: the absolute path of the file that asks. Throws `CodeError`. */
export function resolveRequest(files: SyncFiles, request: string, from: string, way: Way): Found {
  if (isBuiltin(request)) return { type: 'builtin', place: withoutScheme(request) };
  const refused = refusedModule(request);
  if (refused) throw new CodeError(way === 'import' ? 'ERR_MODULE_NOT_FOUND' : 'MODULE_NOT_FOUND', refused);
  const folder = parentOf(from);
  if (request.startsWith('file://')) return file(decodeURIComponent(new URL(request).pathname));
  if (/^(\.{1,2}(\/|$)|\/)/.test(request)) {
    const path = resolve(folder, request);
    // The loader says which file an import does not find.
    if (way === 'import') return file(path);
    return file(asRequired(files, path, request.endsWith('/')) ?? missing(request, from, way));
  }
  if (request.startsWith('#')) return resolveInner(files, request, from, way);
  return file(resolvePackage(files, request, folder, way) ?? missing(request, from, way));
}

const file = (place: string): Found => ({ type: 'file', place });

function missing(request: string, from: string, way: Way): never {
  const isPath = /^[./]/.test(request);
  const shown = from.replace(/\/\[eval\d*\]$/, '');
  const advice = isPath
    ? ''
    : `. There is no folder node_modules/${nameOf(request)[0]}: in the shell, npm install ${nameOf(request)[0]} installs it if it is pure JavaScript`;
  if (way === 'require') throw new CodeError('MODULE_NOT_FOUND', `Cannot find module '${request}'${advice}`);
  throw new CodeError(
    'ERR_MODULE_NOT_FOUND',
    `Cannot find package '${request}' imported from ${shown}${advice}.`,
  );
}

/** `lib/parse` of `require`: the file itself, with an extension, or a folder. */
function asRequired(files: SyncFiles, path: string, isFolder = false): string | undefined {
  if (!isFolder) {
    const found = ['', '.js', '.json', '.cjs', '.mjs'].find((end) => isFile(files, path + end));
    if (found !== undefined) return path + found;
  }
  const main = readPackage(files, path)?.json.main;
  const inner = typeof main === 'string' ? resolve(path, main) : undefined;
  if (inner !== undefined && inner !== path) {
    const found = ['', '.js', '.json', '/index.js'].find((end) => isFile(files, inner + end));
    if (found !== undefined) return inner + found;
  }
  return ['/index.js', '/index.json', '/index.cjs']
    .map((end) => path + end)
    .find((each) => isFile(files, each));
}

function resolvePackage(files: SyncFiles, request: string, from: string, way: Way): string | undefined {
  const [name, inner] = nameOf(request);
  const own = packageAround(files, from);
  if (own?.json.name === name && own.json.exports !== undefined) return exported(own, inner, way);
  for (let folder = from; ; folder = parentOf(folder)) {
    const place = resolve(folder, `node_modules/${name}`);
    if (files.find(place)?.type === 'directory') {
      const found = readPackage(files, place);
      if (found?.json.exports !== undefined && found.json.exports !== null)
        return exported(found, inner, way);
      return asRequired(files, resolve(place, inner));
    }
    if (folder === '/') return undefined;
  }
}

function conditionsOf(way: Way) {
  // Without the default conditions `import` and `browser`.
  return { unsafe: true, conditions: ['node', way, 'default'] } as const;
}

function exported({ folder, json }: PackageFile, inner: string, way: Way): string {
  const request = inner === '.' ? '.' : `./${inner}`;
  try {
    const [target] = exportsOf(packageOf(json), request, conditionsOf(way)) ?? [];
    if (target !== undefined) return resolve(folder, target);
  } catch {
    // The library's error names no folder.
  }
  throw new CodeError(
    'ERR_PACKAGE_PATH_NOT_EXPORTED',
    `Package subpath '${request}' is not defined by "exports" in ${folder}/package.json`,
  );
}

function resolveInner(files: SyncFiles, request: string, from: string, way: Way): Found {
  const own = packageAround(files, parentOf(from));
  try {
    const [target] = (own && importsOf(packageOf(own.json), request, conditionsOf(way))) ?? [];
    if (own && target?.startsWith('./')) return file(resolve(own.folder, target));
    if (target !== undefined) return resolveRequest(files, target, from, way);
  } catch (error) {
    if (error instanceof CodeError) throw error;
  }
  const place = own ? ` in package ${own.folder}/package.json` : '';
  throw new CodeError(
    'ERR_PACKAGE_IMPORT_NOT_DEFINED',
    `Package import specifier "${request}" is not defined${place} imported from ${from}`,
  );
}

type Package = Parameters<typeof exportsOf>[0];

const packageOf = (json: Record<string, unknown>): Package => ({ name: '', ...json });

/** `@a/b/c/d` is the package `@a/b` and `c/d` in it. */
function nameOf(request: string): [name: string, inner: string] {
  const parts = request.split('/');
  const name = parts.splice(0, request.startsWith('@') ? 2 : 1).join('/');
  return [name, parts.join('/') || '.'];
}

export function packageAround(files: SyncFiles, from: string): PackageFile | undefined {
  for (let folder = from; ; folder = parentOf(folder)) {
    const found = readPackage(files, folder);
    if (found || folder === '/' || folder.endsWith('/node_modules')) return found;
  }
}

function readPackage(files: SyncFiles, folder: string): PackageFile | undefined {
  const path = resolve(folder, 'package.json');
  if (!isFile(files, path)) return undefined;
  try {
    const json: unknown = JSON.parse(readText(files, path));
    return typeof json === 'object' && json !== null ? { folder, json: { ...json } } : undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new CodeError('ERR_INVALID_PACKAGE_CONFIG', `Invalid package config ${path}. ${error.message}`);
  }
}

function isFile(files: SyncFiles, path: string): boolean {
  return files.find(path)?.type === 'file';
}

/** Throws ENOENT. */
export function readText(files: SyncFiles, path: string): string {
  const asked = { syscall: 'open', path };
  const node = files.get(asked);
  return node.type === 'file' ? decoder.decode(files.read(node, asked)) : '';
}
