/** The files that a script of sed names: those of `r` and `R` are read before the first line, those of `w` written at the end. */
import type { Locale } from '../../patterns/locale.ts';
import { type CommandContext, CommandError, describeFileError, pathOf, readLatin1 } from '../command.ts';
import { hasCode } from '../../fs/errno.ts';
import type { Machine, ScriptFiles } from './machine.ts';
import { createOutput, type Output } from './output.ts';

export type OpenScriptFiles = ScriptFiles & {
  /** Empties the files of `w`, and reads those of `r` and `R`. */
  open(): Promise<void>;
  /** Writes the files of `w`. */
  save(): Promise<void>;
  /** What was written to /dev/stderr. */
  stderr(): string;
};

/** With --sandbox, no file may be named. */
export function createScriptFiles(
  context: CommandContext,
  locale: Locale,
  { isSandbox, fail }: { isSandbox: boolean; fail(message: string): never },
): OpenScriptFiles {
  /** By path, with the name as the script has it. */
  const outputs = new Map<string, { name: string; output: Output }>();
  const texts = new Map<string, { text: string; at: number }>();
  const stderr = createOutput();
  const declare = () => {
    if (isSandbox) fail('e/r/w commands disabled in sandbox mode');
  };
  /** A file that the script also writes has what was written so far. */
  const textOf = (name: string) => {
    const written = outputs.get(pathOf(context, name));
    return written ? locale.decode(written.output.bytes()) : (texts.get(name)?.text ?? '');
  };
  return {
    declareOutput(name) {
      declare();
      if (!isStream(name) && !outputs.has(pathOf(context, name)))
        outputs.set(pathOf(context, name), { name, output: createOutput() });
    },
    declareText(name) {
      declare();
      texts.set(name, { text: '', at: 0 });
    },
    output(name: string, machine: Machine): Output {
      if (name === '/dev/stderr') return stderr;
      return (isStream(name) ? undefined : outputs.get(pathOf(context, name))?.output) ?? machine.stdout;
    },
    text: textOf,
    nextLine(name, end) {
      const file = texts.get(name);
      const text = textOf(name);
      if (!file || file.at >= text.length) return undefined;
      const found = text.indexOf(end, file.at);
      const line = text.slice(file.at, found < 0 ? undefined : found + 1);
      file.at += line.length;
      return line;
    },
    async open() {
      for (const { name } of outputs.values()) await write(context, name, '');
      for (const [name, file] of texts) file.text = locale.decode(await readIfThere(context, name));
    },
    async save() {
      for (const { name, output } of outputs.values()) await write(context, name, output.bytes());
    },
    stderr: () => stderr.bytes(),
  };
}

function isStream(name: string): boolean {
  return name === '/dev/stdout' || name === '/dev/stderr';
}

async function write(context: CommandContext, name: string, content: string): Promise<void> {
  try {
    await context.fs.writeFile(pathOf(context, name), content, 'latin1');
  } catch (error) {
    if (hasCode(error, 'EINTR')) throw error;
    throw new CommandError(`couldn't open file ${name}: ${describeFileError(error)}`, 4);
  }
}

/** A missing file is empty, as POSIX says. */
async function readIfThere(context: CommandContext, name: string): Promise<string> {
  try {
    return await readLatin1(context, name);
  } catch (error) {
    if (hasCode(error, 'EINTR')) throw error;
    return '';
  }
}
