/** Runs one command line of jq in an instance of its own. Its memory is limited to 256 MB by the module. */
// jq-wasm is jq 1.7.1 compiled to WebAssembly.
import start, { type FileSystem } from 'jq-wasm/dist/build/jq.js';
import { messageOf } from '#shared/message-of.ts';

export type JqCommand = {
  /** One character per byte, as the values of `environment`. */
  args: readonly string[];
  environment: Readonly<Record<string, string>>;
  stdin: Uint8Array;
  folder: string;
  /** Contents by absolute path; undefined is a folder. */
  files: ReadonlyMap<string, Uint8Array | undefined>;
  /** Called before output is taken, with its size so far; may throw to stop the command. */
  check(bytes: number): void;
};

export type JqResult = { stdout: Uint8Array<ArrayBuffer>; stderr: Uint8Array<ArrayBuffer>; exitCode: number };

/** Variables that Emscripten would set. */
const removed = {
  ...{ USER: undefined, LOGNAME: undefined, PATH: undefined, PWD: undefined },
  ...{ HOME: undefined, LANG: undefined, _: undefined },
};

export async function runJq(module: WebAssembly.Module, command: JqCommand): Promise<JqResult> {
  const stdout: BlobPart[] = [];
  const stderr: BlobPart[] = [];
  let bytes = 0;
  const stopped: { error?: unknown } = {};
  const take = (parts: BlobPart[]) => (part: Uint8Array<ArrayBuffer>) => {
    bytes += part.length;
    try {
      command.check(bytes);
    } catch (error) {
      stopped.error = error;
      throw error;
    }
    parts.push(part);
  };
  const { callMain } = await start({
    thisProgram: 'jq',
    environment: { ...removed, ...command.environment },
    instantiateWasm: (imports, done) => {
      const instance = new WebAssembly.Instance(module, imports);
      done(instance);
      return instance.exports;
    },
    start: (files) => {
      openStreams(files, command.stdin, take(stdout), take(stderr));
      writeFiles(files, command);
    },
  });
  let exitCode: number;
  try {
    exitCode = callMain([...command.args]);
  } catch (error) {
    // Not the error of the module, which may have wrapped it.
    if (stopped.error instanceof Error) throw stopped.error;
    // Out of memory, after a message of its own, or a stack that is too deep. The exit code is that of SIGABRT.
    exitCode = 134;
    stderr.push(`jq: ${messageOf(error).replace(/^(Aborted)\(.*$/s, '$1')}\n`);
  }
  return { stdout: await join(stdout), stderr: await join(stderr), exitCode };
}

async function join(parts: BlobPart[]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Emscripten's own devices take one byte a call, and hide an error that is thrown while they write. */
function openStreams(
  files: FileSystem,
  stdin: Uint8Array,
  out: (part: Uint8Array<ArrayBuffer>) => void,
  err: (part: Uint8Array<ArrayBuffer>) => void,
): void {
  let at = 0;
  const write = (take: typeof out) => (_: unknown, memory: Int8Array, offset: number, length: number) => {
    take(new Uint8Array(memory.slice(offset, offset + length).buffer));
    return length;
  };
  const read = (_: unknown, memory: Int8Array, offset: number, length: number) => {
    const part = stdin.subarray(at, at + length);
    memory.set(part, offset);
    at += part.length;
    return part.length;
  };
  const streams = [
    ['/dev/stdin', { read }, 0],
    ['/dev/stdout', { write: write(out) }, 1],
    ['/dev/stderr', { write: write(err) }, 1],
  ] as const;
  streams.forEach(([path, operations, flags], index) => {
    // Emscripten uses the numbers up to 6 itself.
    const device = files.makedev(64 + index, 0);
    const open = (stream: { seekable: boolean }) => void (stream.seekable = false);
    files.registerDevice(device, { open, close: () => undefined, ...operations });
    files.mkdev(path, device);
    files.open(path, flags);
  });
  files.initialized = true;
}

function writeFiles(files: FileSystem, command: JqCommand): void {
  files.mkdirTree(command.folder);
  for (const [path, content] of command.files) {
    files.mkdirTree(content ? path.slice(0, path.lastIndexOf('/')) : path);
    if (content) files.writeFile(path, content);
  }
  files.chdir(command.folder);
}
