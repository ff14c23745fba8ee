/** `paste`. That of just-bash knows no escapes, no `-z`, and cannot join without a delimiter. */
import {
  bytes,
  command,
  CommandError,
  type CommandContext,
  describeFileError,
  joinLines,
  linesOf,
  readLatin1,
  stdinOf,
} from '../command.ts';
import { bytesOfText } from '#workers/text/encoding/byte-text.ts';
import { parseOptions } from '../options.ts';

export const paste = command('paste', 1, async (args, context) => {
  const options = parseOptions(args, 's/serial d/delimiters= z/zero-terminated');
  const end = options.has('z') ? '\0' : '\n';
  const delimiters = delimitersOf(options.value('d') ?? '\t');
  const files = options.operands.length > 0 ? options.operands : ['-'];
  if (options.has('s')) {
    const lines: string[] = [];
    let errors = '';
    for (const file of files)
      try {
        lines.push(joined(linesOf(await readLatin1(context, file), end), delimiters));
      } catch (error) {
        errors += `paste: ${file}: ${describeFileError(error)}\n`;
      }
    return bytes(joinLines(lines, end), errors ? 1 : 0, errors);
  }
  const columns = await columnsOf(context, files, end);
  const height = Math.max(0, ...columns.map(({ length }) => length));
  const rows = Array.from({ length: height }, (_, at) =>
    joined(
      columns.map((column) => column[at] ?? ''),
      delimiters,
    ),
  );
  return bytes(joinLines(rows, end));
});

/** Each `-` takes the next line of the input in turn. */
async function columnsOf(
  context: CommandContext,
  files: readonly string[],
  end: string,
): Promise<string[][]> {
  const inputs = files.filter((file) => file === '-').length;
  const input = linesOf(stdinOf(context), end);
  let turn = 0;
  const columns: string[][] = [];
  for (const file of files) {
    if (file === '-') {
      const first = turn++;
      columns.push(input.filter((_, at) => at % inputs === first));
      continue;
    }
    const content = await readLatin1(context, file).catch((error: unknown) => {
      throw new CommandError(`${file}: ${describeFileError(error)}`);
    });
    columns.push(linesOf(content, end));
  }
  return columns;
}

function joined(words: readonly string[], delimiters: readonly string[]): string {
  return words
    .map((word, at) => (at === 0 ? word : (delimiters[(at - 1) % delimiters.length] ?? '') + word))
    .join('');
}

const escapes: Readonly<Record<string, string>> = {
  ...{ n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', '0': '' },
};

/** `\0` is no delimiter at all. */
function delimitersOf(word: string): string[] {
  const found = bytesOfText(word).match(/\\[^]|[^]/g) ?? [''];
  return found.map((each) => (each.length > 1 ? (escapes[each.charAt(1)] ?? each.charAt(1)) : each));
}
