/** The modules of Node: those that exist here, and what to use instead of the others. */

/** `diagnostics_channel` and others that scripts hardly use are missing. */
const names = [
  ...[
    'assert',
    'assert/strict',
    'buffer',
    'console',
    'crypto',
    'events',
    'fs',
    'fs/promises',
    'module',
    'os',
  ],
  ...['path', 'path/posix', 'perf_hooks', 'process', 'querystring', 'readline', 'readline/promises', 'test'],
  ...['timers', 'timers/promises', 'url', 'util'],
];
/** Exists with the scheme `node:` only. */
const onlyWithScheme = new Set(['test']);

const noServer = 'no page can accept connections';
const instead: Readonly<Record<string, string>> = {
  child_process:
    'there are no processes: run commands with execute_shell_command, before or after the script',
  ...{ http: `${noServer}, and requests are sent with fetch()`, https: 'requests are sent with fetch()' },
  http2: `${noServer}, and requests are sent with fetch()`,
  ...{ net: noServer, tls: noServer, dgram: noServer, dns: 'addresses are looked up by fetch()' },
  worker_threads: 'there is one thread: do the parts one after the other',
  cluster: 'there is one thread: do the parts one after the other',
  sqlite: 'use the shell command sqlite3',
  zlib: 'use the shell commands gzip, gunzip, zip and unzip',
  stream: 'read files whole, or use async generators',
  vm: 'import a module instead',
};
const others = [
  ...['async_hooks', 'constants', 'diagnostics_channel', 'domain', 'inspector', 'punycode', 'repl', 'sea'],
  ...['stream/promises', 'stream/web', 'string_decoder', 'sys', 'test/reporters', 'trace_events', 'tty'],
  ...['util/types', 'v8', 'wasi', 'path/win32'],
];

export const withoutScheme = (request: string) => request.replace(/^node:/, '');

export function isBuiltin(request: string): boolean {
  const name = withoutScheme(request);
  return names.includes(name) && (request !== name || !onlyWithScheme.has(name));
}

/** A sentence about a module of Node that does not exist here; undefined for other requests. */
export function refusedModule(request: string): string | undefined {
  const name = withoutScheme(request);
  const known = Object.hasOwn(instead, name) || others.includes(name);
  if (!known && request === name) return undefined;
  const advice = instead[name] ?? `there are ${names.map((each) => `node:${each}`).join(', ')}`;
  return `The module node:${name} does not exist here: ${advice}.`;
}

export const builtinNames: readonly string[] = names;
