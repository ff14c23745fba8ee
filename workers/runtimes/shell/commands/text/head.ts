/** `head`. That of just-bash does not support negative counts (`-n -2`). */
import type { ExecResult } from 'just-bash/browser';
import {
  bytes,
  command,
  type CommandContext,
  CommandError,
  readLatin1,
  describeFileError,
} from '../command.ts';
import { endless } from '../files/dd.ts';
import { latin1Of } from '#workers/text/encoding/latin1.ts';
import { parseOptions } from '../options.ts';
import { titleOf } from './tail.ts';

export const head = command('head', 1, async (args, context) => {
  const options = parseOptions(
    args.map((word, at) => (at === 0 ? word.replace(/^-(\d+)$/, '-n$1') : word)),
    'n/lines= c/bytes= q/quiet/silent v/verbose z',
  );
  const names = options.operands.length > 0 ? options.operands : ['-'];
  const isTitled = options.has('v') || (names.length > 1 && !options.has('q'));
  const amount = amountOf(
    options.value('c') ?? options.value('n') ?? '10',
    options.has('c') ? 'bytes' : 'lines',
  );
  const result: ExecResult = { stdout: '', stderr: '', exitCode: 0 };
  for (const name of names) {
    try {
      const content = await readStart(context, name, options.has('c') ? amount : undefined);
      const shown = options.has('c') ? firstBytes(content, amount) : firstLines(content, amount);
      result.stdout += (isTitled ? titleOf(name, result.stdout === '') : '') + shown;
    } catch (error) {
      // A folder can be opened, but not read.
      if (isTitled && describeFileError(error) === 'Is a directory')
        result.stdout += titleOf(name, result.stdout === '');
      result.stderr += `head: cannot open '${name}' for reading: ${describeFileError(error)}\n`;
      result.exitCode = 1;
    }
  }
  return bytes(result.stdout, result.exitCode, result.stderr);
});

/** A device without an end is read as far as it is shown. */
async function readStart(
  context: CommandContext,
  name: string,
  bytesWanted: number | undefined,
): Promise<string> {
  if (!/^\/dev\/(zero|u?random)$/.test(name)) return readLatin1(context, name);
  if (bytesWanted === undefined || bytesWanted < 0 || bytesWanted > 128 * 1024 * 1024)
    throw new CommandError(`${name} has no end: say with -c how many bytes, at most 128M`);
  return latin1Of(endless(name, bytesWanted));
}

function amountOf(value: string, what: string): number {
  const [, sign = '', digits, unit = ''] = /^([-+]?)(\d+)([kKMG]?)B?$/.exec(value) ?? [];
  if (digits === undefined) throw new CommandError(`invalid number of ${what}: '${value}'`);
  const amount = Number(digits) * 1024 ** ('KMG'.indexOf(unit.toUpperCase() || '-') + 1);
  return sign === '-' ? -amount : amount;
}

/** A negative amount, also -0, leaves out as many at the end. */
function firstBytes(content: string, amount: number): string {
  return content.slice(0, amount < 0 || Object.is(amount, -0) ? content.length + amount : amount);
}

function firstLines(content: string, amount: number): string {
  const lines = content.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const end = amount < 0 || Object.is(amount, -0) ? Math.max(0, lines.length + amount) : amount;
  return lines.slice(0, end).join('');
}
