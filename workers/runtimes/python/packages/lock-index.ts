/**
 * Reads the lock file of a Pyodide distribution (`pyodide-lock.json`), which lists one version of each
 * package, including compiled wheels.
 * https://pyodide.org/en/stable/development/new-packages.html
 */
import { isJsonObject, type JsonObject } from '#shared/json.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { compiledFor } from './wheel-name.ts';

export const lockName = 'pyodide-lock.json';

export type LockedWheel = { name: string; url: string; sha256: string; needs: string[] };

/** Undefined if the distribution has no package of this name. `base`: the URL of the lock file. */
export function findLocked(
  text: string,
  base: string,
  name: string,
): { version: string; wheel: LockedWheel } | undefined {
  const { info, packages } = read(text);
  if (info.abi_version !== compiledFor.abi)
    throw new ToolError(
      'validation_error',
      `The distribution at ${base} is built for another version of the runtime (ABI ${JSON.stringify(info.abi_version)}; here it is ${compiledFor.abi}). Use that of version ${compiledFor.runtime}.`,
    );
  const found = Object.hasOwn(packages, name) ? packages[name] : undefined;
  if (!isJsonObject(found)) return undefined;
  const { file_name: file, sha256, version, depends } = found;
  if (typeof file !== 'string' || typeof sha256 !== 'string' || typeof version !== 'string')
    throw new ToolError('network_error', `The entry of ${name} in ${base} is not understood.`);
  if (!file.endsWith('.whl'))
    throw new ToolError(
      'execution_error',
      `${name} is not a wheel in this distribution (${file}) and cannot be installed here. Use another package.`,
    );
  const needs = Array.isArray(depends) ? depends.filter((each) => typeof each === 'string') : [];
  return { version, wheel: { name: file, url: new URL(file, base).href, sha256, needs } };
}

function read(text: string): { info: JsonObject; packages: JsonObject } {
  const list = parse(text);
  if (isJsonObject(list) && isJsonObject(list.info) && isJsonObject(list.packages))
    return { info: list.info, packages: list.packages };
  throw new ToolError('network_error', `This is no ${lockName}: it has no 'info' and 'packages'.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
