/** Where awk prints: standard output and error, files, and commands that read what was printed. */
import { bytesOfText, textOfBytes } from '#workers/text/encoding/byte-text.ts';
import { libraryLimits } from '../../../limits.ts';
import {
  bytesOf,
  type CommandContext,
  CommandError,
  describeFileError,
  pathOf,
  runLine,
} from '../../command.ts';

export type Output = { write(text: string): void };

export type Outputs = {
  stdout: Output;
  stderr: Output;
  /** Opens a file or a command, unless it is open. Only a file that is not open has to be awaited. */
  open(kind: '>' | '>>' | '|', name: string): Output | Promise<Output>;
  /** Its exit code if it is a command; undefined if nothing is open under the name. */
  close(name: string): Promise<number> | undefined;
  /** Writes what was printed to files, so that commands can read it. */
  flushFiles(): Promise<void>;
  /** Also puts what was printed to standard output before the output of commands that end later. */
  flush(): Promise<void>;
  /** At the end. As in C, output of commands that still run comes before what was not flushed. */
  closeAll(): Promise<void>;
  /** Runs a command at once; its output is added to that of awk. */
  run(line: string, stdin: string): Promise<number>;
  /** One character per byte in stdout. */
  result(): { stdout: string; stderr: string };
};

type Opened = Output & { isCommand: boolean; flush(): Promise<void>; close(): Promise<number> };

type Text = ReturnType<typeof createText>;

/** `shown`: what comes before the output of commands; `stdout`: what was printed since. */
type Streams = {
  context: CommandContext;
  shown: Text;
  stdout: Text;
  stderr: Text;
  opened: Map<string, Opened>;
};

export function createOutputs(context: CommandContext): Outputs {
  const streams: Streams = {
    ...{ context, shown: createText('the output'), stdout: createText('the output') },
    ...{ stderr: createText('the error output'), opened: new Map() },
  };
  const { stdout, stderr, opened } = streams;
  const flushFiles = async () => {
    for (const each of opened.values()) await each.flush();
  };
  const flush = async () => {
    flushStdout(streams);
    await flushFiles();
  };
  return {
    ...{ stdout, stderr, flush, flushFiles },
    async run(line, stdin) {
      await flush();
      return runCommand(streams, line, stdin);
    },
    open: (kind, name) =>
      opened.get(name) ??
      standardOf(streams, kind, name) ??
      (kind === '|' ? openCommand(streams, name) : openFile(streams, name, kind)),
    close(name) {
      const output = opened.get(name);
      if (output?.isCommand) flushStdout(streams);
      return output && closeOne(streams, name, output);
    },
    async closeAll() {
      await flushFiles();
      for (const [name, output] of [...opened]) await closeOne(streams, name, output);
    },
    result() {
      flushStdout(streams);
      return { stdout: bytesOfText(streams.shown.take()), stderr: stderr.take() };
    },
  };
}

/** What was printed comes before what commands print from now on. */
function flushStdout({ shown, stdout }: Streams): void {
  shown.write(stdout.take());
}

async function runCommand(streams: Streams, line: string, stdin: string): Promise<number> {
  const result = await runLine(streams.context, line, stdin);
  streams.shown.write(textOfBytes(bytesOf(result)));
  streams.stderr.write(result.stderr);
  return result.exitCode;
}

async function openFile(streams: Streams, name: string, kind: '>' | '>>'): Promise<Output> {
  const file = await createFile(streams.context, name, kind === '>>');
  streams.opened.set(name, file);
  return file;
}

function openCommand(streams: Streams, line: string): Output {
  const input = createText('the input of a command');
  flushStdout(streams);
  const command = {
    write: input.write,
    isCommand: true,
    flush: async () => undefined,
    close: () => runCommand(streams, line, bytesOfText(input.take())),
  };
  streams.opened.set(line, command);
  return command;
}

async function closeOne({ opened }: Streams, name: string, output: Opened): Promise<number> {
  opened.delete(name);
  return output.close();
}

function standardOf({ stdout, stderr }: Streams, kind: '>' | '>>' | '|', name: string): Output | undefined {
  if (kind === '|') return undefined;
  if (['-', '/dev/stdout', '/dev/fd/1'].includes(name)) return stdout;
  return ['/dev/stderr', '/dev/fd/2'].includes(name) ? stderr : undefined;
}

/** Text in memory, up to the limit of a command's output. */
function createText(what: string): Output & { take(): string } {
  let text = '';
  return {
    write(added) {
      text += added;
      if (text.length > libraryLimits.maxOutputSize)
        throw new CommandError(`${what} exceeds ${libraryLimits.maxOutputSize / 1024 / 1024} MB`, 2);
    },
    take() {
      const taken = text;
      text = '';
      return taken;
    },
  };
}

async function createFile(context: CommandContext, name: string, isAppended: boolean): Promise<Opened> {
  const path = pathOf(context, name);
  const pending = createText(`what was printed to ${name}`);
  const change = async (content: string, appends: boolean) => {
    try {
      if (appends) await context.fs.appendFile(path, content, 'latin1');
      else await context.fs.writeFile(path, content, 'latin1');
    } catch (error) {
      throw new CommandError(`cannot redirect to '${name}': ${describeFileError(error)}`, 2);
    }
  };
  await change('', isAppended);
  const flush = async () => {
    const text = pending.take();
    if (text !== '') await change(bytesOfText(text), true);
  };
  return {
    write: pending.write,
    isCommand: false,
    flush,
    async close() {
      await flush();
      return 0;
    },
  };
}
