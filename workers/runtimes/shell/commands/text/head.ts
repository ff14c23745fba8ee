/** `head`. That of just-bash does not support negative counts (`-n -2`). */
import type { ExecResult } from 'just-bash/browser';
import { bytes, command, CommandError, readLatin1, describeFileError } from '../command.ts';
import { parseOptions } from '../options.ts';

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
      const content = await readLatin1(context, name);
      const shown = options.has('c')
        ? content.slice(0, amount < 0 || Object.is(amount, -0) ? content.length + amount : amount)
        : firstLines(content, amount);
      if (isTitled)
        result.stdout += `${result.stdout ? '\n' : ''}==> ${name === '-' ? 'standard input' : name} <==\n`;
      result.stdout += shown;
    } catch (error) {
      result.stderr += `head: cannot open '${name}' for reading: ${describeFileError(error)}\n`;
      result.exitCode = 1;
    }
  }
  return bytes(result.stdout, result.exitCode, result.stderr);
});

function amountOf(value: string, what: string): number {
  const [, sign = '', digits, unit = ''] = /^([-+]?)(\d+)([kKMG]?)B?$/.exec(value) ?? [];
  if (digits === undefined) throw new CommandError(`invalid number of ${what}: '${value}'`);
  const amount = Number(digits) * 1024 ** ('KMG'.indexOf(unit.toUpperCase() || '-') + 1);
  return sign === '-' ? -amount : amount;
}

function firstLines(content: string, amount: number): string {
  const lines = content.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const end = amount < 0 || Object.is(amount, -0) ? Math.max(0, lines.length + amount) : amount;
  return lines.slice(0, end).join('');
}
