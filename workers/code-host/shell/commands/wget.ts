/** `wget` over the egress gate: one file per address. */
import type { NetworkPort, NetworkResponse } from '#workers/contracts/network-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { bytes, command, CommandError, failed, pathOf, type RunCommand } from './command.ts';
import { downloadBytes, headText, nameIn, noNetwork, withoutUser, withScheme } from './curl.ts';
import { latin1Of } from '../fs/encodings.ts';
import { parseOptions } from './options.ts';

export function wget({ network }: { network: NetworkPort | undefined }): RunCommand {
  return command('wget', 1, async (args, context) => {
    const options = parseOptions(expandJoined(args), {
      flags: 'qvScNf',
      values: 'OPTtUHdm',
      long: {
        ...{ quiet: 'q', 'output-document': 'O', 'directory-prefix': 'P', header: 'H', timeout: 'T', tries: 't' },
        ...{ 'user-agent': 'U', 'server-response': 'S', spider: 'f', 'post-data': 'd', method: 'm' },
        ...{ 'no-verbose': 'v', continue: 'c', timestamping: 'N', 'no-check-certificate': 'v', 'show-progress': 'v' },
      },
    });
    if (options.operands.length === 0) throw new CommandError('missing URL', 1);
    if (!network) return failed(`wget: ${noNetwork}`, 4);
    let [stdout, stderr, exitCode] = ['', '', 0];
    const target = options.value('O');
    let joined = '';
    for (const address of options.operands.map(withScheme)) {
      if (!URL.canParse(address)) throw new CommandError(`${address}: Invalid URL`, 1);
      const headers = Object.fromEntries(options.all('H').map((line) => line.split(/:\s*/s, 2)));
      const body = options.value('d');
      const method = options.value('m') ?? (body === undefined ? (options.has('f') ? 'HEAD' : 'GET') : 'POST');
      const response = await send(network, { url: withoutUser(address, headers), method, headers, maxBytes: downloadBytes, maxImageBytes: downloadBytes, ...(body !== undefined && { body }) });
      if (typeof response === 'string') return failed(`${stderr}wget: ${response}`, 4, stdout);
      if (options.has('S')) stderr += headText(response);
      if (response.status >= 400) {
        stderr += `${address}: ERROR ${response.status}: ${response.statusText}\n`;
        exitCode = 8;
        continue;
      }
      if (options.has('f')) continue;
      const data = latin1Of(response.body);
      if (target === '-') stdout += data;
      else {
        joined = target === undefined ? data : joined + data;
        const name = target ?? (new URL(address).pathname.endsWith('/') ? 'index.html' : nameIn(address));
        const folder = target === undefined ? options.value('P') : undefined;
        const path = pathOf(context, folder === undefined ? name : `${folder}/${name}`);
        if (folder !== undefined) await context.fs.mkdir(pathOf(context, folder), { recursive: true });
        await context.fs.writeFile(path, joined, 'latin1');
        if (!options.has('q')) stderr += `'${name}' saved [${response.body.length}]\n`;
      }
      if (response.truncated) {
        stderr += `wget: only the first ${response.body.length} bytes of ${address} were read\n`;
        exitCode = 4;
      }
    }
    return bytes(stdout, exitCode, stderr);
  });
}

/** `-qO- url` and `-nv`: letters that take a value join others. */
function expandJoined(args: readonly string[]): string[] {
  return args.map((word) => (word === '-nv' ? '-v' : word));
}

async function send(
  network: NetworkPort,
  request: Parameters<NetworkPort['request']>[0],
): Promise<NetworkResponse | string> {
  try {
    return await network.request(request);
  } catch (error) {
    if (error instanceof ToolError) return error.message;
    throw error;
  }
}
