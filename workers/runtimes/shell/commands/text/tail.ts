/** `tail`. That of just-bash counts `-c +N` wrongly. `-f` would wait for ever, so it shows the current content only. */
import {
  bytes,
  command,
  type CommandContext,
  CommandError,
  describeFileError,
  readLatin1,
} from '../command.ts';
import { bytesOfText } from '#workers/text/encoding/byte-text.ts';
import { parseOptions } from '../options.ts';

export const tail = command('tail', 1, async (args, context) => {
  const options = parseOptions(
    args.map((word, at) => (at === 0 ? withLetter(word) : word)),
    'n/lines= c/bytes= q/quiet/silent v/verbose f/follow F r/retry z/zero-terminated p/pid= s/sleep-interval=',
  );
  const names = options.operands.length > 0 ? options.operands : ['-'];
  const isTitled = options.has('v') || (names.length > 1 && !options.has('q'));
  const end = options.has('z') ? '\0' : '\n';
  const amount = amountOf(
    options.value('c') ?? options.value('n') ?? '10',
    options.has('c') ? 'bytes' : 'lines',
  );
  const cut = options.has('c') ? lastBytes : lastLines;
  let [stdout, stderr] = ['', ''];
  for (const name of names) {
    const { content, error } = await readOne(context, name);
    if (error !== undefined) stderr += `tail: ${error}\n`;
    if (content === undefined) continue;
    stdout += (isTitled ? titleOf(name, stdout === '') : '') + cut(content, amount, end);
  }
  const note = 'tail: showing what is there; following a file is not possible here\n';
  return bytes(stdout, stderr ? 1 : 0, stderr + (/[fF]/.test(options.order.join('')) ? note : ''));
});

/** Of a file among several; a blank line separates it from the one before. */
export function titleOf(name: string, isFirst: boolean): string {
  return `${isFirst ? '' : '\n'}==> ${name === '-' ? 'standard input' : bytesOfText(name)} <==\n`;
}

/** A folder can be opened, but not read. */
async function readOne(context: CommandContext, name: string): Promise<{ content?: string; error?: string }> {
  try {
    return { content: await readLatin1(context, name) };
  } catch (error) {
    const message = describeFileError(error);
    return message === 'Is a directory'
      ? { content: '', error: `error reading '${name}': ${message}` }
      : { error: `cannot open '${name}' for reading: ${message}` };
  }
}

/** `-5` is `-n 5`, `+5` is `-n +5`. */
function withLetter(word: string): string {
  return word.replace(/^-(\d+)$/, '-n$1').replace(/^(\+\d+)$/, '-n$1');
}

type Amount = { count: number; fromStart: boolean };

function amountOf(value: string, what: string): Amount {
  const [, sign = '', digits, unit = ''] = /^([-+]?)(\d+)([kKMG]?)B?$/.exec(value) ?? [];
  if (digits === undefined) throw new CommandError(`invalid number of ${what}: '${value}'`);
  const count = Number(digits) * 1024 ** ('KMG'.indexOf(unit.toUpperCase() || '-') + 1);
  return { count, fromStart: sign === '+' };
}

function lastBytes(content: string, { count, fromStart }: Amount): string {
  if (fromStart) return content.slice(Math.max(0, count - 1));
  return count === 0 ? '' : content.slice(-count);
}

function lastLines(content: string, { count, fromStart }: Amount, end: string): string {
  const lines = content.split(end);
  // The empty part after the last end is no line.
  const length = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  const first = fromStart ? Math.max(0, count - 1) : Math.max(0, length - count);
  return lines.slice(Math.min(first, length)).join(end);
}
