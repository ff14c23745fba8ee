/**
 * The functions that the prelude calls: output, timers, encodings, workspace files, and the network if it is
 * granted.
 */
import { noNetwork, type NetworkPort, type NetworkResponse } from '#workers/contracts/ports/network-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { textOf, type HostFunctions, type HostValue } from './bridge.ts';
import type { ScriptFiles } from './files-at.ts';
import { intlFunctions } from './intl.ts';

/** Maximum bytes of one response. */
const responseBytes = 10 * 1024 * 1024;
/** Maximum number of names that `files.walk` returns. */
const maxNames = 10_000;

export type HostDeps = {
  files: ScriptFiles;
  network?: NetworkPort | undefined;
  print(stream: 'stdout' | 'stderr', text: string): void;
  /** For `process`. */
  program?: Program | undefined;
};

type Program = {
  argv: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
  /** The complete standard input. */
  input: Uint8Array<ArrayBuffer>;
};

/** The version of Node whose modules these are like; QuickJS has the language of ES2023. */
export const nodeVersion = 'v22.0.0';

const noProgram: Program = { argv: ['node'], env: {}, cwd: '/workspace', input: new Uint8Array() };

export function createHostFunctions({ files, network, print, program = noProgram }: HostDeps): HostFunctions {
  return {
    print(stream, text) {
      print(stream === 'stderr' ? 'stderr' : 'stdout', textOf(text));
      return undefined;
    },
    now: () => performance.now(),
    processFacts: () =>
      JSON.stringify({ argv: program.argv, env: program.env, cwd: program.cwd, version: nodeVersion }),
    readInput: () => program.input.slice().buffer,
    readInputText: () => new TextDecoder().decode(program.input),
    ...timers(),
    ...pureFunctions,
    ...fileFunctions(files),
    ...networkFunctions(network),
  };
}

/**
 * `sleep` resolves with true when the time is over, and with false if `wake` was called for the same timer.
 */
function timers(): HostFunctions {
  const sleeping = new Map<HostValue, () => void>();
  return {
    sleep: (id, ms) =>
      new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => {
          sleeping.delete(id);
          resolve(true);
        }, Number(ms));
        sleeping.set(id, () => {
          clearTimeout(timer);
          resolve(false);
        });
      }),
    wake(id) {
      sleeping.get(id)?.();
      sleeping.delete(id);
      return undefined;
    },
  };
}

const encodings: HostFunctions = {
  encode: (text) => new TextEncoder().encode(textOf(text)).buffer,
  decode: (encoding, bytes) => new TextDecoder(textOf(encoding)).decode(bufferOf(bytes)),
  toBase64: (text) => btoa(textOf(text)),
  fromBase64: (text) => atob(textOf(text)),
  uuid: () => crypto.randomUUID(),
  random: (bytes) => crypto.getRandomValues(new Uint8Array(Number(bytes))).buffer,
};

const urls: HostFunctions = {
  parseUrl(url, base) {
    const parsed = new URL(textOf(url), base === '' ? undefined : textOf(base));
    const { protocol, host, hostname, port, pathname, search, hash, origin, username, password } = parsed;
    const parts = { protocol, host, hostname, port, pathname, search, hash, origin, username, password };
    return JSON.stringify(parts);
  },
  parseQuery: (query) => JSON.stringify([...new URLSearchParams(textOf(query))]),
  formatQuery: (list) => new URLSearchParams(JSON.parse(textOf(list)) as string[][]).toString(),
};

/** Functions without side effects outside the script. */
export const pureFunctions: HostFunctions = { ...encodings, ...urls, ...intlFunctions };

function fileFunctions(files: ScriptFiles): HostFunctions {
  return {
    readText: async (path) => decodeText(textOf(path), await (await files.read(textOf(path))).arrayBuffer()),
    readBytes: async (path) => (await files.read(textOf(path))).arrayBuffer(),
    write: (path, content) => files.write(textOf(path), contentOf(content)),
    append: (path, content) => append(files, textOf(path), contentOf(content)),
    list: async (path) => JSON.stringify(await files.list(textOf(path))),
    stat: async (path) => JSON.stringify(await files.stat(textOf(path))),
    async walk(path) {
      const names = [];
      for await (const name of files.walk(textOf(path))) {
        if (names.length >= maxNames)
          throw new ToolError(
            'execution_error',
            `There are more than ${maxNames} names. Walk a smaller folder.`,
          );
        names.push(name);
      }
      return JSON.stringify(names);
    },
    makeDirectory: (path) => files.makeDirectory(textOf(path)),
    move: async (from, to) => void (await files.move(textOf(from), textOf(to))),
    remove: async (path, recursive) =>
      void (await files.remove(textOf(path), { recursive: recursive === true })),
  };
}

/** The port appends texts only; bytes are written with those that are there. */
async function append(files: ScriptFiles, path: string, content: string | Blob): Promise<number> {
  if (typeof content === 'string') return files.append(path, content);
  const before = await files.read(path).catch((error: unknown) => {
    if (error instanceof ToolError && error.type === 'file_not_found') return '';
    throw error;
  });
  await files.write(path, new Blob([before, content]));
  return content.size;
}

/** Throws for bytes that are not UTF-8, because a decoder would replace them for good. */
function decodeText(path: string, bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ToolError(
      'execution_error',
      `'${path}' is not UTF-8 text. files.readBytes(path) returns its bytes; new TextDecoder('windows-1252') or another one decodes text in another encoding.`,
    );
  }
}

/** A response is stored here until its body is requested, because a call returns only one value. */
function networkFunctions(network: NetworkPort | undefined): HostFunctions {
  const responses: NetworkResponse[] = [];
  const responseOf = (answer: HostValue) => {
    const response = responses[Number(answer)];
    if (!response) throw new Error('There is no such response.');
    return response;
  };
  return {
    async fetch(url, method, headers, body) {
      if (!network) throw new ToolError('permission_denied', `Nothing was sent: ${noNetwork}.`);
      const response = await network.request({
        url: textOf(url),
        method: textOf(method),
        headers: JSON.parse(textOf(headers)) as Record<string, string>,
        ...(typeof body === 'string' ? { body } : {}),
        ...(body instanceof ArrayBuffer ? { body: new Uint8Array(body) } : {}),
        maxBytes: responseBytes,
      });
      return responses.push(response) - 1;
    },
    responseFacts(answer) {
      const { status, statusText, url, headers, truncated } = responseOf(answer);
      return JSON.stringify({ status, statusText, url, headers, truncated });
    },
    responseBody: (answer) => responseOf(answer).body.slice().buffer,
  };
}

function contentOf(value: HostValue): string | Blob {
  return value instanceof ArrayBuffer ? new Blob([value]) : textOf(value);
}

function bufferOf(value: HostValue): ArrayBuffer {
  if (value instanceof ArrayBuffer) return value;
  throw new TypeError('Expected bytes.');
}
