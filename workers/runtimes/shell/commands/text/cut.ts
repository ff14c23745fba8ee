/**
 * `cut`. That of just-bash lacks --complement and --output-delimiter. -c and -b count characters, not bytes.
 */
import { command, CommandError, joinLines, linesOf, readText, text } from '../command.ts';
import { type Options, parseOptions } from '../options.ts';

export const cut = command('cut', 1, async (args, context) => {
  const options = parseOptions(
    args,
    'b/bytes= c/characters= f/fields= d/delimiter= s/only-delimited !/complement O/output-delimiter=',
    'z/zero-terminated n',
  );
  const kinds = ['b', 'c', 'f'].filter((letter) => options.has(letter));
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1)
    throw new CommandError('you must specify a list of bytes, characters, or fields');
  const isWanted = reader(options.value(kind) ?? '', options.has('!'));
  const end = options.has('z') ? '\0' : '\n';
  let output = '';
  for (const name of options.operands.length > 0 ? options.operands : ['-'])
    output += joinLines(
      linesOf(await readText(context, name), end).flatMap((line) => {
        const shown = kind === 'f' ? fields(line, isWanted, options) : characters(line, isWanted, options);
        return shown === undefined ? [] : [shown];
      }),
      end,
    );
  return text(output);
});

function fields(line: string, isWanted: (at: number) => boolean, options: Options): string | undefined {
  const delimiter = options.value('d') ?? '\t';
  if (Array.from(delimiter).length > 1) throw new CommandError('the delimiter must be a single character');
  if (!line.includes(delimiter)) return options.has('s') ? undefined : line;
  return line
    .split(delimiter)
    .filter((_, index) => isWanted(index + 1))
    .join(options.value('O') ?? delimiter);
}

function characters(line: string, isWanted: (at: number) => boolean, options: Options): string {
  return Array.from(line)
    .filter((_, index) => isWanted(index + 1))
    .join(options.value('O') ?? '');
}

function reader(list: string, isComplement: boolean): (at: number) => boolean {
  const ranges = list.split(/[, ]/).map((part) => {
    const [, from = '', dash, to = ''] = /^(\d*)(-?)(\d*)$/.exec(part) ?? [];
    if (from === '' && to === '') throw new CommandError(`invalid field range: '${part}'`);
    if (from === '0') throw new CommandError('fields and positions are numbered from 1');
    const first = from === '' ? 1 : Number(from);
    return { first, last: dash ? (to === '' ? Infinity : Number(to)) : first };
  });
  return (at) => ranges.some(({ first, last }) => at >= first && at <= last) !== isComplement;
}
