/**
 * `curl` through the egress gate: the agent's host lists apply, and no cookies or keys of the browser are
 * sent.
 */
import type { ExecResult } from 'just-bash/browser';
import {
  noNetwork,
  type NetworkPort,
  type NetworkRequest,
  type NetworkResponse,
} from '#workers/contracts/ports/network-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import {
  bytes,
  type CommandContext,
  command,
  CommandError,
  failed,
  pathOf,
  readText,
  type RunCommand,
  text,
} from '../command.ts';
import { bytesOfText } from '#workers/text/encoding/byte-text.ts';
import { latin1Of } from '#workers/text/encoding/latin1.ts';
import { type Options, parseOptions } from '../options.ts';

/** Maximum bytes of one response; more would not fit into memory beside an interpreter. */
export const downloadBytes = 64 * 1024 * 1024;

const spec = [
  's/silent S/show-error L/location i/include I/head f/fail k/insecure G/get N/no-buffer v/verbose O/remote-name',
  'q/compressed a/create-dirs g/globoff #/progress-bar R46',
  'o/output= X/request= H/header= d/data/data-ascii= &/data-raw/data-binary= %/data-urlencode= {/json=',
  'w/write-out= u/user= A/user-agent= e/referer= m/max-time= D/dump-header= b/cookie= r/range= T/upload-file=',
  'F/form= @/url= y/retry= t/connect-timeout= x/proxy= Y/max-redirs= c=',
];

export function curl({ network }: { network: NetworkPort | undefined }): RunCommand {
  return command('curl', 2, async (args, context) => {
    const options = parseOptions(
      args.filter((word) => word !== '--fail-with-body'),
      ...spec,
    );
    const urls = [...options.operands, ...options.all('@')].map(withScheme);
    const [url] = urls;
    if (url === undefined) throw new CommandError("try 'curl URL'", 2);
    if (!network) return failed(`curl: (7) ${noNetwork}`, 7);
    const unsupported = ['F', 'T', 'x', 'D'].find((letter) => options.has(letter));
    if (unsupported) throw new CommandError(`option -${unsupported} is not available here`, 2);
    const total: ExecResult = { stdout: '', stderr: '', exitCode: 0 };
    for (const [index, each] of urls.entries()) {
      const fetch = { url: each, index, failsWithBody: args.includes('--fail-with-body') };
      const one = await fetchOne(context, network, fetch, options);
      total.stdout += one.stdout;
      total.stderr += one.stderr;
      total.exitCode = one.exitCode || total.exitCode;
    }
    return bytes(total.stdout, total.exitCode, total.stderr);
  });
}

export function withScheme(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `http://${url}`;
}

type Fetch = { url: string; index: number; failsWithBody: boolean };

async function fetchOne(
  context: CommandContext,
  network: NetworkPort,
  fetch: Fetch,
  options: Options,
): Promise<ExecResult> {
  try {
    const response = await network.request(await requestOf(context, fetch.url, options));
    return await deliver(context, response, fetch, options);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (error.type === 'cancelled') return failed('curl: (28) Operation timed out', 28);
    return isQuiet(options) ? text('', 7) : failed(`curl: (7) ${error.message}`, 7);
  }
}

function isQuiet(options: Options): boolean {
  return options.has('s') && !options.has('S');
}

async function deliver(
  context: CommandContext,
  response: NetworkResponse,
  { url, index, failsWithBody }: Fetch,
  options: Options,
): Promise<ExecResult> {
  const isFailed = response.status >= 400 && (options.has('f') || failsWithBody);
  const hides = isFailed && !failsWithBody;
  const shown = hides ? '' : output(response, options);
  const target = options.all('o')[index] ?? (options.has('O') ? nameIn(url) : '-');
  const end = written(options.value('w'), response);
  const exitCode = isFailed ? 22 : response.truncated ? 63 : 0;
  const stderr = stderrOf(response, isFailed && !isQuiet(options));
  if (target === '-') return bytes(shown + end, exitCode, stderr);
  if (!hides) await save(context, target, shown, options.has('a'));
  return bytes(end, exitCode, stderr);
}

function stderrOf({ status, truncated, body }: NetworkResponse, isFailed: boolean): string {
  const failure = isFailed ? `curl: (22) The requested URL returned error: ${status}\n` : '';
  return failure + (truncated ? `curl: (63) only the first ${body.length} bytes were read\n` : '');
}

async function save(context: CommandContext, name: string, content: string, makesFolders: boolean) {
  const path = pathOf(context, name);
  if (makesFolders) await context.fs.mkdir(path.slice(0, path.lastIndexOf('/')) || '/', { recursive: true });
  await context.fs.writeFile(path, content, 'latin1');
}

async function requestOf(context: CommandContext, url: string, options: Options): Promise<NetworkRequest> {
  const data = await dataOf(context, options);
  const isQuery = options.has('G') && data !== undefined;
  const method =
    options.value('X') ?? (options.has('I') ? 'HEAD' : data === undefined || isQuery ? 'GET' : 'POST');
  const target = isQuery ? url + (url.includes('?') ? '&' : '?') + data : url;
  if (!URL.canParse(target)) throw new CommandError(`(3) URL rejected: ${target}`, 3);
  const headers = headersOf(options, data !== undefined && !isQuery);
  const sends = data !== undefined && !isQuery;
  return {
    ...{ url: withoutUser(target, headers), method: method.toUpperCase(), headers, maxBytes: downloadBytes },
    ...{ maxImageBytes: downloadBytes },
    ...(sends && { body: data }),
  };
}

/** The request body: values of -d are joined by `&`; `@file` reads a file. */
async function dataOf(context: CommandContext, options: Options): Promise<string | undefined> {
  const parts: string[] = [];
  for (const { letter, value } of options.words) {
    if (!['d', '&', '%', '{'].includes(letter)) continue;
    if (letter === '%') parts.push(encoded(value));
    else if (!value.startsWith('@')) parts.push(value);
    else {
      const file = await readText(context, value.slice(1));
      parts.push(letter === 'd' ? file.replace(/[\r\n]/g, '') : file);
    }
  }
  return parts.length === 0 ? undefined : parts.join('&');
}

function encoded(value: string): string {
  const at = value.indexOf('=');
  return at < 0
    ? encodeURIComponent(value)
    : `${value.slice(0, at)}${at > 0 ? '=' : ''}${encodeURIComponent(value.slice(at + 1))}`;
}

function headersOf(options: Options, hasBody: boolean): Record<string, string> {
  // `Headers` compares names case-insensitively.
  const headers = new Headers();
  if (hasBody)
    headers.set('Content-Type', options.has('{') ? 'application/json' : 'application/x-www-form-urlencoded');
  if (options.has('{')) headers.set('Accept', 'application/json');
  const user = options.value('u');
  if (user !== undefined) headers.set('Authorization', basic(user));
  const range = options.value('r');
  if (range !== undefined) headers.set('Range', `bytes=${range}`);
  for (const line of options.all('H')) {
    const [, name, value = ''] = /^([^:]+):\s*(.*)$/s.exec(line) ?? [];
    if (name === undefined) continue;
    headers.delete(name);
    if (value !== '') headers.set(name, value);
  }
  return Object.fromEntries(headers);
}

function basic(user: string): string {
  return `Basic ${btoa(bytesOfText(user))}`;
}

/** Moves `user:password@` of a URL to a header, because the egress gate rejects such URLs. */
export function withoutUser(url: string, headers: Record<string, string>): string {
  const parsed = new URL(url);
  if (!parsed.username) return url;
  headers['Authorization'] ??= basic(
    `${decodeURIComponent(parsed.username)}:${decodeURIComponent(parsed.password)}`,
  );
  parsed.username = '';
  parsed.password = '';
  return parsed.href;
}

export function headText({ status, statusText, headers }: NetworkResponse): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  return bytesOfText(`${`HTTP/1.1 ${status} ${statusText}`.trimEnd()}\r\n${lines.join('')}\r\n`);
}

function output(response: NetworkResponse, options: Options): string {
  if (options.has('I')) return headText(response);
  return (options.has('i') ? headText(response) : '') + latin1Of(response.body);
}

export function nameIn(url: string): string {
  const name = new URL(url).pathname.split('/').at(-1);
  if (!name) throw new CommandError('(23) Remote file name has no length; use -o', 23);
  return decodeURIComponent(name).replaceAll('/', '_');
}

function written(format: string | undefined, response: NetworkResponse): string {
  if (format === undefined) return '';
  const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const values: Record<string, string> = {
    http_code: String(response.status),
    response_code: String(response.status),
    size_download: String(response.body.length),
    content_type: type,
    url_effective: response.url,
    num_redirects: '0',
  };
  return format
    .replace(/%\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
    .replace(/%%/g, '%')
    .replace(/\\([nrt\\])/g, (_, letter: string) => ({ n: '\n', r: '\r', t: '\t' })[letter] ?? '\\');
}
