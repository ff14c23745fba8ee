/** What `getline` reads: files, and the output of commands. */
import { textOfBytes } from '#workers/text/encoding/byte-text.ts';
import { bytesOf, type CommandContext, readLatin1, runLine, stdinOf } from '../../command.ts';
import { hasCode } from '../../../fs/errno.ts';
import { createReader, type Reader } from '../records/reader.ts';
import type { Outputs } from './outputs.ts';

export type Inputs = {
  /** The reader of a file or a command, opened at its first use; undefined if it cannot be read. */
  open(kind: 'file' | 'command', name: string): Reader | Promise<Reader | undefined>;
  /** The exit code if it is a command; undefined if nothing is open under the name. */
  close(name: string): number | undefined;
  /** Standard input, which the main input and `getline < "-"` share. */
  stdin(): Reader;
  /** What a command that awk starts may read: the input that awk has not begun to read. */
  unread(): string;
};

export function createInputs(context: CommandContext, outputs: Outputs): Inputs {
  const opened = new Map<string, { reader: Reader; exitCode: number }>();
  let standard: Reader | undefined;

  const unread = () => (standard ? '' : stdinOf(context));
  const stdin = () => (standard ??= createReader(textOfBytes(stdinOf(context))));

  async function openFile(name: string): Promise<Reader | undefined> {
    await outputs.flushFiles();
    try {
      const reader = createReader(textOfBytes(await readLatin1(context, name)));
      opened.set(name, { reader, exitCode: 0 });
      return reader;
    } catch (error) {
      if (hasCode(error, 'EINTR')) throw error;
      // `getline` returns -1.
      return undefined;
    }
  }

  async function openCommand(line: string): Promise<Reader> {
    await outputs.flushFiles();
    const result = await runLine(context, line, unread());
    outputs.stderr.write(result.stderr);
    const reader = createReader(textOfBytes(bytesOf(result)));
    opened.set(line, { reader, exitCode: result.exitCode });
    return reader;
  }

  return {
    ...{ stdin, unread },
    open(kind, name) {
      const known = opened.get(name);
      if (known) return known.reader;
      if (kind === 'command') return openCommand(name);
      return name === '-' || name === '/dev/stdin' ? stdin() : openFile(name);
    },
    close(name) {
      const exitCode = opened.get(name)?.exitCode;
      opened.delete(name);
      return exitCode;
    },
  };
}
