/** `wget` through the egress gate: one file per URL. */
import {
  noNetwork,
  type NetworkPort,
  type NetworkRequest,
  type NetworkResponse,
} from '#workers/contracts/ports/network-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import {
  bytes,
  command,
  type CommandContext,
  CommandError,
  failed,
  pathOf,
  type RunCommand,
} from '../command.ts';
import { downloadBytes, headText, nameIn, withoutUser, withScheme } from './curl.ts';
import { latin1Of } from '#workers/text/encoding/latin1.ts';
import { type Options, parseOptions } from '../options.ts';

const spec = [
  'q/quiet O/output-document= P/directory-prefix= H/header= T/timeout= t/tries= U/user-agent=',
  'S/server-response f/spider d/post-data= m/method=',
  'v/no-verbose/no-check-certificate/show-progress c/continue N/timestamping',
];

type Total = { stdout: string; stderr: string; exitCode: number; file: string };

export function wget({ network }: { network: NetworkPort | undefined }): RunCommand {
  return command('wget', 1, async (args, context) => {
    const options = parseOptions(
      args.map((word) => (word === '-nv' ? '-v' : word)),
      ...spec,
    );
    if (options.operands.length === 0) throw new CommandError('missing URL', 1);
    if (!network) return failed(`wget: ${noNetwork}`, 4);
    const total: Total = { stdout: '', stderr: '', exitCode: 0, file: '' };
    for (const url of options.operands.map(withScheme)) {
      if (!URL.canParse(url)) throw new CommandError(`${url}: Invalid URL`, 1);
      try {
        await deliver(context, url, await network.request(requestOf(url, options)), options, total);
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        total.stderr += `wget: ${error.message}\n`;
        total.exitCode = 4;
      }
    }
    return bytes(total.stdout, total.exitCode, total.stderr);
  });
}

function requestOf(url: string, options: Options): NetworkRequest {
  const headers: Record<string, string> = {};
  for (const line of options.all('H')) {
    const [, name, value = ''] = /^([^:]+):\s*(.*)$/s.exec(line) ?? [];
    if (name !== undefined) headers[name] = value;
  }
  const body = options.value('d');
  const usual = body !== undefined ? 'POST' : options.has('f') ? 'HEAD' : 'GET';
  return {
    ...{ url: withoutUser(url, headers), method: options.value('m') ?? usual, headers },
    ...{ maxBytes: downloadBytes, maxImageBytes: downloadBytes },
    ...(body !== undefined && { body }),
  };
}

async function deliver(
  context: CommandContext,
  url: string,
  response: NetworkResponse,
  options: Options,
  total: Total,
): Promise<void> {
  if (options.has('S')) total.stderr += headText(response);
  if (response.status >= 400) {
    total.stderr += `${url}: ERROR ${response.status}: ${response.statusText}\n`;
    total.exitCode = 8;
    return;
  }
  if (options.has('f')) return;
  const data = latin1Of(response.body);
  if (options.value('O') === '-') total.stdout += data;
  else await save(context, url, data, options, total);
  if (!response.truncated) return;
  total.stderr += `wget: only the first ${response.body.length} bytes of ${url} were read\n`;
  total.exitCode = 4;
}

/** With -O, the responses of all URLs are concatenated in one file. */
async function save(
  context: CommandContext,
  url: string,
  data: string,
  options: Options,
  total: Total,
): Promise<void> {
  const target = options.value('O');
  const folder = target === undefined ? options.value('P') : undefined;
  const name = target ?? (new URL(url).pathname.endsWith('/') ? 'index.html' : nameIn(url));
  total.file = target === undefined ? data : total.file + data;
  if (folder !== undefined) await context.fs.mkdir(pathOf(context, folder), { recursive: true });
  const path = pathOf(context, folder === undefined ? name : `${folder}/${name}`);
  await context.fs.writeFile(path, total.file, 'latin1');
  if (!options.has('q')) total.stderr += `'${name}' saved [${data.length}]\n`;
}
