/** `cmp`, which just-bash lacks. */
import { command, CommandError, readLatin1, describeFileError, text } from '../command.ts';
import { parseOptions } from '../options.ts';

export const cmp = command('cmp', 2, async (args, context) => {
  const options = parseOptions(args, { flags: 'lsb', long: { silent: 's', quiet: 's', verbose: 'l' } });
  const [one, other = '-'] = options.operands;
  if (one === undefined) throw new CommandError('missing operand', 2);
  const read = (name: string) =>
    readLatin1(context, name).catch((error: unknown) => {
      throw new CommandError(`${name}: ${describeFileError(error)}`, 2);
    });
  const [left, right] = [await read(one), await read(other)];
  if (left === right) return text('');
  const quiet = options.has('s');
  const shared = Math.min(left.length, right.length);
  let at = 0;
  while (at < shared && left[at] === right[at]) at++;
  const line = left.slice(0, at).split('\n').length;
  if (at < shared) return text(quiet ? '' : `${one} ${other} differ: byte ${at + 1}, line ${line}\n`, 1);
  const shorter = left.length < right.length ? one : other;
  const lines = (left.length < right.length ? left : right).split('\n').length - 1;
  return text('', 1, quiet ? '' : `cmp: EOF on ${shorter} after byte ${shared}, line ${lines}\n`);
});
