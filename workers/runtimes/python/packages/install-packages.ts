/** Installs the wheels that a call names: workspace files, or packages of a package index. */
import { ToolError } from '#workers/contracts/tool-error.ts';
import { sha256 as hashOf } from '#workers/text/sha256.ts';
import type { Python } from '../interpreter.ts';
import type { PythonHost } from '../python-host.ts';
import type { PythonContext } from '../script.ts';
import { openIndex, type IndexWheel, type PackageIndex } from './package-index.ts';
import { compiledFor } from './wheel-name.ts';

/**
 * The distribution's URL according to Pyodide's documentation.
 * https://pyodide.org/en/stable/usage/downloading-and-deploying.html
 */
const distribution = `https://cdn.jsdelivr.net/pyodide/v${compiledFor.runtime}/full/pyodide-lock.json`;

/** Maximum number of packages that one call may install. */
const maxPackages = 50;

/** The result of `install` in `host/runner.py`. */
type Installed = { missing: { name: string; versions: string }[] } | { error: string };

/** Returns notes for the model. */
export async function installPackages(
  host: PythonHost,
  wanted: readonly string[],
  indexUrl: string | undefined,
  context: PythonContext,
): Promise<string[]> {
  if (wanted.length === 0) return [];
  const python = await host.get(context.progress);
  const index = openIndex(indexUrl, context.wheels);
  const left = [...wanted];
  const done: string[] = [];
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    if (done.length >= maxPackages)
      throw new ToolError('execution_error', `More than ${maxPackages} packages would be needed.`);
    context.signal.throwIfAborted();
    context.progress(next);
    const wheel = next.endsWith('.whl')
      ? await fromWorkspace(next, context)
      : await fromIndex(python, index, next);
    // Already installed.
    if (!wheel) continue;
    const missing = install(python, wheel);
    left.push(...(wheel.needs ?? missing));
    done.push(wheel.name);
  }
  return done.length > 0 ? [`installed ${done.join(', ')}`] : [];
}

/**
 * `sha256`: set for a file of an index, so that the session never restores another file from the same URL.
 */
type Wheel = Pick<IndexWheel, 'name' | 'needs'> & {
  data: Uint8Array<ArrayBuffer>;
  origin: string;
  sha256?: string;
};

async function fromWorkspace(path: string, { files }: PythonContext): Promise<Wheel> {
  const inside = path.replace(/^\/workspace\//, '').replace(/^(\.\/)+/, '');
  const file = await files.read(inside);
  const name = inside.split('/').at(-1) ?? '';
  return { name, data: new Uint8Array(await file.arrayBuffer()), origin: `/workspace/${inside}` };
}

async function fromIndex(
  python: Python,
  index: PackageIndex,
  requirement: string,
): Promise<Wheel | undefined> {
  const { name } = choose(python, requirement, []);
  if (name === null || Object.hasOwn(installedIn(python), name)) return undefined;
  const wheels = await index.wheelsOf(name);
  const { version } = choose(python, requirement, [...wheels.keys()]);
  const wheel = version === null ? undefined : wheels.get(version);
  if (!wheel)
    throw new ToolError(
      'execution_error',
      `The index has no wheel for '${requirement}' that fits, or cannot be asked and none is kept here. Compiled packages, such as numpy, are in the runtime's own distribution: 'index' ${distribution}. Else use the standard library, or another package.`,
    );
  const data = await index.download(wheel);
  const sha256 = wheel.sha256 ?? (await hashOf(data));
  const needs = wheel.needs ? { needs: wheel.needs } : {};
  return { name: wheel.name, data, origin: wheel.url, sha256, ...needs };
}

function install(python: Python, { name, data, origin, sha256 = '' }: Wheel): string[] {
  const path = `/tmp/${name}`;
  python.fs.writeFile(path, data);
  try {
    const answer = JSON.parse(python.call('install', path, origin, sha256)) as Installed;
    if ('error' in answer) throw new ToolError('execution_error', answer.error);
    return answer.missing.map(({ name: needed, versions }) => needed + versions);
  } finally {
    python.fs.unlink(path);
  }
}

type Choice = { name: string | null; version: string | null };

function choose(python: Python, requirement: string, versions: readonly string[]): Choice {
  const answer = JSON.parse(python.call('choose', requirement, JSON.stringify(versions))) as
    Choice | { error: string };
  if ('error' in answer) throw new ToolError('validation_error', `Parameter 'packages': ${answer.error}`);
  return answer;
}

function installedIn(python: Python): Record<string, string> {
  return JSON.parse(python.call('installed')) as Record<string, string>;
}
