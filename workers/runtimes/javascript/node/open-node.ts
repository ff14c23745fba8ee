/** Node for one script: its modules over the workspace, and the loader of CommonJS. Loaded at first use. */
import type { KnownFiles } from '../../python/python-host.ts';
import { takeSnapshot, writeBack } from '../../python/write-back.ts';
import { resolve } from '../../shell/fs/paths.ts';
import { textOf, type HostFunctions, type HostValue } from '../bridge.ts';
import { builtinSources } from './builtins/index.ts';
import { builtinNames } from './builtins/names.ts';
import { createFsFunctions } from './fs-functions.ts';
import { hash } from './hashes.ts';
import { hasModuleSyntax, importOfCommonJs, kindOf, type ModuleKind } from './module-source.ts';
import type { NodeGiven, NodeHost, Temporary } from './node-host.ts';
import { moduleName } from './module-names.ts';
import { readText, resolveRequest } from './resolve.ts';
import { createSyncFiles, type SyncFiles } from './sync-files.ts';
import { withMeta } from './import-meta.ts';

/** The workspace as the last script of this code host saw it; the next one requests only what has changed. */
const known: KnownFiles = { mark: undefined, folders: new Set(), files: new Map() };

export async function openNode({
  files: port,
  temporary,
  testOptions,
  onTestEvent,
}: NodeGiven): Promise<NodeHost> {
  const files = createSyncFiles(readNow);
  await reload();
  await temporary?.load((path, bytes) => putTemporary(files, path, bytes));

  async function reload(): Promise<void> {
    files.tree.load(await takeSnapshot(port, port.since ? known : newKnown()));
  }

  async function flush(): Promise<string[]> {
    await temporary?.store(temporaryOf(files));
    if (!files.hasChanged()) return [];
    const { notes } = await writeBack(files.tree, port);
    await reload();
    return notes;
  }

  const host: NodeHost = {
    ...{ flush, reload },
    functions: {
      ...createFsFunctions(files),
      ...moduleFunctions(files, (path, source) => host.onRead?.(path, source)),
      hash,
      testOptions: () => JSON.stringify(testOptions),
      testEvent(json) {
        onTestEvent(textOf(json));
        return undefined;
      },
    },
    resolve: (from, request) => resolveRequest(files, request, from, 'import'),
    read: (path) => readText(files, path),
    kindOf: (path, source) => kindOf(files, path, source),
    importOf: (path, source) => importOf(files, path, source),
    isMainCommonJs: (path, source) => kindOf(files, path, source) === 'commonjs' && !hasModuleSyntax(source),
  };
  return host;
}

const newKnown = (): KnownFiles => ({ mark: undefined, folders: new Set(), files: new Map() });

let reader: FileReaderSync | undefined;

function readNow(file: File): Uint8Array<ArrayBuffer> {
  reader ??= new FileReaderSync();
  return new Uint8Array(reader.readAsArrayBuffer(file));
}

function moduleFunctions(files: SyncFiles, onRead: (path: string, source: string) => void): HostFunctions {
  return {
    builtinSource: (name) => builtinSources[textOf(name)] ?? '',
    builtinNames: () => JSON.stringify(builtinNames),
    resolveModule: (request, from) =>
      JSON.stringify(resolveRequest(files, textOf(request), textOf(from), 'require')),
    moduleSource(path: HostValue) {
      const place = textOf(path);
      const source = readText(files, place);
      onRead(place, source);
      const kind = kindOf(files, place, source);
      refuseTypeScript(kind, place);
      const isModule = kind === 'module' && (place.endsWith('.mjs') || hasModuleSyntax(source));
      return JSON.stringify({
        kind: kind === 'json' || isModule ? kind : 'commonjs',
        source: source.replace(/^#!/, '//'),
        name: moduleName(place),
      });
    },
  };
}

function importOf(files: SyncFiles, path: string, source: string): string {
  const kind = kindOf(files, path, source);
  refuseTypeScript(kind, path);
  if (kind === 'json') return `export default ${source}`;
  return kind === 'commonjs' ? importOfCommonJs(files, path) : withMeta(source, path);
}

function refuseTypeScript(kind: ModuleKind, path: string): void {
  if (kind === 'typescript')
    throw new Error(
      `${moduleName(path)} is TypeScript, which does not run here: write it as JavaScript, with types in comments.`,
    );
}

function putTemporary(files: SyncFiles, path: string, bytes: Uint8Array<ArrayBuffer> | undefined): void {
  const asked = { syscall: 'open', path: resolve('/', path) };
  if (!bytes) files.place(asked, asked.path, { type: 'directory', modified: Date.now(), entries: new Map() });
  else files.place(asked, asked.path, { type: 'file', modified: Date.now(), bytes });
}

function temporaryOf(files: SyncFiles): Parameters<Temporary['store']>[0] {
  const found = new Map<string, Uint8Array<ArrayBuffer> | undefined>();
  const collect = (path: string) => {
    const node = files.find(path);
    if (node?.type === 'file') found.set(path, files.read(node, { syscall: 'open', path }));
    if (node?.type !== 'directory') return;
    if (path !== '/tmp') found.set(path, undefined);
    for (const name of node.entries.keys()) collect(`${path}/${name}`);
  };
  collect('/tmp');
  return found;
}
