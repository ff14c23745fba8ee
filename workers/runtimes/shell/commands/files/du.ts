/**
 * `du`. That of just-bash lacks -b and -d, and its sizes are not disk usage; this one counts blocks of 4 KB,
 * as on ext4.
 */
import { command, type CommandContext, pathOf, describeFileError, text } from '../command.ts';
import { humanBytes } from './human-bytes.ts';
import { type Options, parseOptions } from '../options.ts';

export const du = command('du', 1, async (args, context) => {
  const options = parseOptions(
    args,
    's/summarize a/all h/human-readable b/bytes c/total d/max-depth= +/apparent-size',
    'x/one-file-system km',
  );
  const depth = options.has('s') ? 0 : Number(options.value('d') ?? Infinity);
  const lines: string[] = [];
  let [total, errors] = [0, ''];
  for (const name of options.operands.length > 0 ? options.operands : ['.']) {
    try {
      total += await measure(context, name, { options, depth, lines }, 0);
    } catch (error) {
      errors += `du: cannot access '${name}': ${describeFileError(error)}\n`;
    }
  }
  if (options.has('c')) lines.push(`${shown(total, options)}\ttotal\n`);
  return text(lines.join(''), errors ? 1 : 0, errors);
});

async function measure(
  context: CommandContext,
  name: string,
  to: { options: Options; depth: number; lines: string[] },
  level: number,
): Promise<number> {
  const { options, depth, lines } = to;
  const path = pathOf(context, name);
  const { isDirectory, size } = await context.fs.lstat(path);
  const isApparent = options.has('b') || options.has('+');
  let bytes = isApparent ? size : Math.ceil(size / 4096) * 4096;
  if (isDirectory)
    for (const each of (await context.fs.readdir(path)).sort())
      bytes += await measure(context, `${name.replace(/\/$/, '')}/${each}`, to, level + 1);
  if (level <= depth && (isDirectory || options.has('a') || level === 0))
    lines.push(`${shown(bytes, options)}\t${name}\n`);
  return bytes;
}

function shown(bytes: number, options: Options): string {
  if (options.has('h')) return humanBytes(bytes);
  const unit = options.has('b') ? 1 : options.has('m') ? 1024 ** 2 : 1024;
  return String(Math.ceil(bytes / unit));
}
