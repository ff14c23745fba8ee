/** `wc`. That of just-bash has columns of another width, no `-L`, and reports errors on stdout. */
import { bytes, command, type CommandContext, describeFileError, pathOf, readLatin1 } from '../command.ts';
import { textOfBytes } from '#workers/text/encoding/byte-text.ts';
import { parseOptions } from '../options.ts';

type Counts = { l: number; w: number; m: number; c: number; L: number };

export const wc = command('wc', 1, async (args, context) => {
  const options = parseOptions(args, 'c/bytes m/chars l/lines w/words L/max-line-length f/files0-from=');
  const chosen = (['l', 'w', 'm', 'c', 'L'] as const).filter((letter) => options.has(letter));
  const shown = chosen.length > 0 ? chosen : (['l', 'w', 'c'] as const);
  const list = options.value('f');
  const files =
    list === undefined
      ? options.operands
      : (await readLatin1(context, list)).split('\0').filter(Boolean).map(textOfBytes);
  const total: Counts = { l: 0, w: 0, m: 0, c: 0, L: 0 };
  const rows: { counts: Counts; file: string }[] = [];
  let errors = '';
  for (const file of files.length > 0 ? files : ['-']) {
    const { content, error } = await readOne(context, file);
    if (error !== undefined) errors += `wc: ${file}: ${error}\n`;
    if (content === undefined) continue;
    const counts = count(content, shown);
    rows.push({ counts, file });
    for (const letter of ['l', 'w', 'm', 'c'] as const) total[letter] += counts[letter];
    total.L = Math.max(total.L, counts.L);
  }
  if (files.length > 1) rows.push({ counts: total, file: 'total' });
  const width = list === undefined ? await widthOf(context, files, shown.length) : 1;
  const lines = rows.map(({ counts, file }) => {
    const numbers = shown.map((letter) => String(counts[letter]).padStart(width)).join(' ');
    return files.length === 0 ? numbers : `${numbers} ${file}`;
  });
  return bytes(bytesOfLines(lines), errors ? 1 : 0, errors);
});

/** A folder counts as an empty file, with an error. */
async function readOne(context: CommandContext, file: string): Promise<{ content?: string; error?: string }> {
  try {
    return { content: await readLatin1(context, file) };
  } catch (error) {
    const message = describeFileError(error);
    return message === 'Is a directory' ? { content: '', error: message } : { error: message };
  }
}

/** Only what is shown is counted. */
function count(content: string, shown: readonly string[]): Counts {
  const counts: Counts = { l: 0, w: 0, m: 0, c: content.length, L: 0 };
  if (shown.includes('l')) counts.l = matchesOf(/\n/g, content);
  if (shown.includes('w')) counts.w = matchesOf(/[^\t-\r ]+/g, content);
  // Bytes that continue a character are not counted.
  if (shown.includes('m')) counts.m = matchesOf(/[^\x80-\xbf]/g, content);
  if (shown.includes('L'))
    for (const line of textOfBytes(content).split('\n')) counts.L = Math.max(counts.L, columnsOf(line));
  return counts;
}

function matchesOf(pattern: RegExp, content: string): number {
  let found = 0;
  pattern.lastIndex = 0;
  while (pattern.exec(content)) found++;
  return found;
}

/** The width of a line on a terminal: East Asian characters take two columns. */
function columnsOf(line: string): number {
  let columns = 0;
  for (const character of line)
    if (character === '\t') columns += 8 - (columns % 8);
    else
      columns += /[ᄀ-ᅟ⺀-꓏가-힣豈-﫿︰-﹯＀-｠￠-￦\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u.test(character)
        ? 2
        : 1;
  return columns;
}

/**
 * As wide as the size of all files. 7 if one is not a regular file, as input from a pipe; 1 if there is only one number
 * to print. https://github.com/coreutils/coreutils/blob/v9.1/src/wc.c
 */
async function widthOf({ fs, ...context }: CommandContext, files: readonly string[], columns: number) {
  if (files.length <= 1 && columns === 1) return 1;
  let [bytes, least] = [0, 1];
  for (const file of files.length > 0 ? files : ['-']) {
    const path = file === '-' ? '' : pathOf({ ...context, fs }, file);
    if (path !== '' && !(await fs.exists(path))) continue;
    const stat = path === '' ? undefined : await fs.stat(path);
    if (stat?.isFile) bytes += stat.size;
    else least = 7;
  }
  return Math.max(least, String(bytes).length);
}

function bytesOfLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
