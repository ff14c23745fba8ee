/**
 * `cut`. That of just-bash lacks --complement and --output-delimiter. -c counts characters, -b bytes.
 */
import { command, CommandError, joinLines, linesOf } from '../command.ts';
import { convertFiles } from '../each-file.ts';
import { bytesOfText, textOfBytes } from '#workers/text/encoding/byte-text.ts';
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
  return convertFiles(context, 'cut', options.operands, (content) =>
    joinLines(
      recordsOf(content, end, options).flatMap((line) => {
        const shown = kind === 'f' ? fields(line, isWanted, options) : parts(line, kind, isWanted, options);
        return shown === undefined ? [] : [shown];
      }),
      end,
    ),
  );
});

/** Where the delimiter is the line end, the whole input is one record of fields. */
function recordsOf(content: string, end: string, options: Options): string[] {
  if (options.value('d') !== end) return linesOf(content, end);
  return content === '' ? [] : [content.endsWith(end) ? content.slice(0, -1) : content];
}

function fields(line: string, isWanted: (at: number) => boolean, options: Options): string | undefined {
  const given = options.value('d') ?? '\t';
  if (Array.from(given).length > 1) throw new CommandError('the delimiter must be a single character');
  const delimiter = bytesOfText(given);
  if (!line.includes(delimiter)) return options.has('s') ? undefined : line;
  return line
    .split(delimiter)
    .filter((_, index) => isWanted(index + 1))
    .join(bytesOfText(options.value('O') ?? given));
}

function parts(line: string, kind: string, isWanted: (at: number) => boolean, options: Options): string {
  const all = kind === 'c' ? Array.from(textOfBytes(line), bytesOfText) : line.split('');
  return all.filter((_, index) => isWanted(index + 1)).join(bytesOfText(options.value('O') ?? ''));
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
