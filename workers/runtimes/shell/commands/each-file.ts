/** Reads the files of a command in turn, as all tools do: what cannot be read is reported, the others are used. */
import type { ExecResult } from 'just-bash/browser';
import { bytes, type CommandContext, describeFileError, readLatin1 } from './command.ts';

/** `name` is the command's, for its messages; no file is stdin. */
export async function readEach(
  context: CommandContext,
  name: string,
  files: readonly string[],
): Promise<{ contents: { file: string; content: string }[]; errors: string }> {
  const contents: { file: string; content: string }[] = [];
  let errors = '';
  for (const file of files.length > 0 ? files : ['-'])
    try {
      contents.push({ file, content: await readLatin1(context, file) });
    } catch (error) {
      errors += `${name}: ${file}: ${describeFileError(error)}\n`;
    }
  return { contents, errors };
}

/** Prints each file converted. Content has one character per byte. */
export async function convertFiles(
  context: CommandContext,
  name: string,
  files: readonly string[],
  convert: (content: string) => string,
): Promise<ExecResult> {
  const { contents, errors } = await readEach(context, name, files);
  return bytes(contents.map(({ content }) => convert(content)).join(''), errors ? 1 : 0, errors);
}
