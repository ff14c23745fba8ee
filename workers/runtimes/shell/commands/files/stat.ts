/** `stat` with a format. That of just-bash prints `%Y` and `%y` as they are. */
import { original } from '../adapted.ts';
import { bytes, command, type CommandContext, describeFileError, pathOf } from '../command.ts';
import { bytesOfText } from '#workers/text/encoding/byte-text.ts';
import { parseOptions } from '../options.ts';
import { modeText } from './ls.ts';

export const stat = command('stat', 1, async (args, context) => {
  const options = parseOptions(args, 'c/format= p/printf= L/dereference f/file-system t/terse');
  const format = options.value('p') ?? options.value('c');
  if (format === undefined || options.has('f')) return original(context, args);
  let [stdout, stderr] = ['', ''];
  for (const file of options.operands)
    try {
      const line = bytesOfText(await formatted(context, file, format));
      stdout += options.has('p') ? escaped(line) : `${line}\n`;
    } catch (error) {
      stderr += `stat: cannot statx '${file}': ${describeFileError(error)}\n`;
    }
  return bytes(stdout, stderr ? 1 : 0, stderr);
});

async function formatted(context: CommandContext, file: string, format: string): Promise<string> {
  const found = await context.fs.stat(pathOf(context, file));
  const seconds = Math.floor(found.mtime.getTime() / 1000);
  const time = `${found.mtime.toISOString().slice(0, 19).replace('T', ' ')}.${String(found.mtime.getMilliseconds()).padStart(3, '0')}000000 +0000`;
  const kind = found.isDirectory ? 'directory' : found.size === 0 ? 'regular empty file' : 'regular file';
  const values: Record<string, string> = {
    ...{ n: file, N: `'${file}'`, s: String(found.size), F: found.isSymbolicLink ? 'symbolic link' : kind },
    ...{ a: (found.mode & 0o7777).toString(8), A: modeText(found), f: found.mode.toString(16) },
    ...{ u: '1000', g: '1000', U: 'user', G: 'user', h: '1', i: '1', d: '1', m: '/', t: '0', T: '0' },
    ...{ b: String(Math.ceil(found.size / 512)), B: '512', o: '4096' },
    ...{ X: String(seconds), Y: String(seconds), Z: String(seconds), W: '0' },
    ...{ x: time, y: time, z: time, w: '-', '%': '%' },
  };
  return format.replace(
    /%([-0]*)(\d*)(?:\.\d+)?([a-zA-Z%])/g,
    (word, flags: string, width: string, letter: string) => {
      const value = values[letter];
      if (value === undefined) return word;
      if (flags.includes('-')) return value.padEnd(Number(width));
      return value.padStart(Number(width), flags.includes('0') ? '0' : ' ');
    },
  );
}

function escaped(line: string): string {
  const letters: Record<string, string> = { n: '\n', t: '\t', r: '\r', '0': '\0', a: '\x07', e: '\x1b' };
  return line.replace(/\\(.)/gs, (_, letter: string) => letters[letter] ?? letter);
}
