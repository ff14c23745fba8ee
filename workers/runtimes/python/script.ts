/** Runs one script: loads the session's variables and the workspace before it, and stores both after it. */
import { svgType } from '#shared/conversation/content.ts';
import * as limits from '#shared/limits.ts';
import { messageOf } from '#shared/message-of.ts';
import type { RuntimeContext, SessionState } from '#workers/contracts/code-session.ts';
import { noNetwork } from '#workers/contracts/ports/network-port.ts';
import type { WheelPort } from '#workers/contracts/ports/wheel-port.ts';
import type { ToolMedia } from '#workers/contracts/tool-content.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { createScriptClock, withClock } from '../script-clock.ts';
import { PythonStopped, type OutputStream, type Python } from './interpreter.ts';
import { createSend } from './network.ts';
import { provideCachedWheels } from './packages/provide-cached-wheels.ts';
import type { PythonHost } from './python-host.ts';
import { workspaceRoot } from './workspace-node.ts';
import { takeSnapshot, writeBack } from './write-back.ts';
import type { TreeChanges } from './file-tree.ts';

/** The key under which the session stores the variables. */
const stateName = 'python';
/** Milliseconds that storing or restoring the variables may take. */
const sessionMs = 3_000;

export type PythonContext = RuntimeContext & {
  /** Absent for the shell's `python3`, which installs nothing. */
  wheels?: WheelPort | undefined;
  progress(text: string): void;
};

export type Script = {
  /** A script, or the text of `python3 -c` or of a file. */
  code: string;
  timeoutMs: number;
  /** Whether the value of the last expression is shown. */
  isInteractive: boolean;
  /** Whether it uses and stores the session's variables. */
  keep: boolean;
  /** The name in tracebacks, such as `<string>` or the path as given. */
  name?: string;
  /** The absolute path of the file, if it is one. */
  file?: string;
  /** `sys.argv`. */
  argv?: readonly string[];
  /** The absolute working directory. */
  cwd?: string;
  stdin?: string;
  /** The environment variables; absent: unchanged. */
  env?: Readonly<Record<string, string>>;
};

/** `notes` tell the model about events other than the script's own output. */
export type ScriptEnd =
  | { type: 'ended'; exitCode: number; value: string | undefined; images: ToolMedia[]; notes: string[] }
  | { type: 'stopped'; notes: string[] };

type Listener = { print(stream: OutputStream, text: string): void; tick(): void };

/** The result of `run` in `host/runner.py`. */
type Answer = {
  exit_code: number;
  value: string | null;
  interrupted: boolean;
  out_of_memory: boolean;
  images: { path: string; kind: string; name: string | null }[];
};

/** Throws a `ToolError` if the interpreter broke or the call was cancelled. */
export async function runScript(
  host: PythonHost,
  script: Script,
  context: PythonContext & Listener,
): Promise<ScriptEnd> {
  const python = await host.get(context.progress);
  python.tree.load(await takeSnapshot(context.files, host.known));
  const notes = script.keep ? await restore(host, python, context) : [];
  context.signal.throwIfAborted();
  const answer = await execute(host, python, script, context);
  // Checked before the files are written, so that a call stopped by the user changes nothing.
  context.signal.throwIfAborted();
  const { writes, notes: told } = await writeBack(python.tree, context.files);
  notes.push(...told);
  const images = answer.images.map((image) => mediaOf(python, image));
  if (script.isInteractive) {
    const written = await writtenImages(writes, images);
    images.push(...written.images);
    notes.push(...written.notes);
  }
  if (answer.out_of_memory) {
    host.drop();
    notes.push('Python was out of memory and starts again: variables are as they were before this call');
  } else if (script.keep) notes.push(...(await keep(host, python, context.session)));
  if (answer.interrupted) return { type: 'stopped', notes };
  return { type: 'ended', exitCode: answer.exit_code, value: answer.value ?? undefined, images, notes };
}

async function execute(
  host: PythonHost,
  python: Python,
  script: Script,
  context: PythonContext & Listener,
): Promise<Answer> {
  const { code, isInteractive, name = '<script>', cwd = workspaceRoot, file, stdin, env } = script;
  const request = {
    ...{ code, name, cwd, interactive: isInteractive, keep: script.keep },
    argv: script.argv ?? [name],
    file: file ?? null,
    folder: file?.replace(/\/[^/]*$/, '') ?? cwd,
    stdin: stdin ?? null,
    env: env ?? null,
    no_network: noNetwork,
  };
  const { network } = context;
  const clock = createScriptClock(script.timeoutMs);
  const text = JSON.stringify(request);
  python.listen(context);
  const hold = () => {
    const goOn = clock.pause();
    python.interruptAt(Infinity);
    return () => {
      goOn();
      python.interruptAt(performance.now() + clock.leftMs());
    };
  };
  python.interruptAt(performance.now() + clock.leftMs());
  // A single long operation in C is not interrupted.
  context.limitTime?.(script.timeoutMs + limits.timeoutGraceMs);
  try {
    const answer = network
      ? await python.runOnline(text, createSend(python.fs, withClock(network, { pause: hold }), clock))
      : python.call('run', text);
    return JSON.parse(answer) as Answer;
  } catch (error) {
    if (error instanceof PythonStopped)
      return { exit_code: 130, value: null, interrupted: true, out_of_memory: false, images: [] };
    host.drop();
    throw new ToolError('execution_error', explainBreak(error));
  } finally {
    python.interruptAt(Infinity);
    python.endOutput();
    context.limitTime?.(undefined);
  }
}

/** The error for a broken interpreter: an exception of WebAssembly leaves Python unusable. */
function explainBreak(error: unknown): string {
  return `Python broke (${lastLine(error)}). Files and variables are as they were before this call, and the next script gets a new Python; use less recursion or memory.`;
}

/** The last line of a traceback, which is the error itself. */
function lastLine(error: unknown): string {
  return messageOf(error).trim().split('\n').at(-1) ?? '';
}

/**
 * Restores the stored variables, if another host of the conversation has run scripts since, or this host is
 * new.
 */
async function restore(
  host: PythonHost,
  python: Python,
  { session, wheels }: Pick<PythonContext, 'session' | 'wheels'>,
): Promise<string[]> {
  const kept = (await session.read(stateName)) ?? '';
  if (kept === host.restored) return [];
  const removeWheels = await provideCachedWheels(python, kept, wheels);
  python.interruptAt(performance.now() + sessionMs);
  try {
    const lost = JSON.parse(python.call('restore', kept)) as [name: string, reason: string][];
    host.restored = kept;
    return lost.map(([name, reason]) => `${name} is not there any more: ${reason}`);
  } catch (error) {
    if (!(error instanceof PythonStopped)) {
      // Deleted, because otherwise each later call would fail in the same way.
      host.drop();
      await session.write(stateName, '');
      throw new ToolError(
        'execution_error',
        `The variables of the last calls could not be restored and are lost (${lastLine(error)}). The script did not run; call it again.`,
      );
    }
    python.call('restore', '');
    host.restored = kept;
    return ['the variables of the last call could not be restored in time and are not there any more'];
  } finally {
    python.interruptAt(Infinity);
    removeWheels();
  }
}

async function keep(host: PythonHost, python: Python, session: SessionState): Promise<string[]> {
  python.interruptAt(performance.now() + sessionMs);
  try {
    const text = python.call('save');
    if (text !== host.restored) await session.write(stateName, text);
    host.restored = text;
    return [];
  } catch (error) {
    if (error instanceof PythonStopped)
      return ['the variables are too large to keep: they are lost when the page is reloaded'];
    host.drop();
    return [`the variables could not be kept and are as before this call (${lastLine(error)})`];
  } finally {
    python.interruptAt(Infinity);
  }
}

function mediaOf(python: Python, { path, kind, name }: Answer['images'][number]): ToolMedia {
  const data = python.fs.readFile(path).slice();
  python.fs.unlink(path);
  return { type: 'image', media_type: kind, data, ...(name ? { name } : {}) };
}

/** Maximum number of written images that are shown: a script may unpack an archive. */
const maxWritten = 4;

const kinds: readonly (readonly [media_type: string, start: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
];

/**
 * The images that the script wrote to the workspace, which are added to its card as if it had called `show()` for each.
 * `shown`: those that it has shown itself.
 */
async function writtenImages(
  writes: TreeChanges['writes'],
  shown: readonly ToolMedia[],
): Promise<{ images: ToolMedia[]; notes: string[] }> {
  const images: ToolMedia[] = [];
  const left: string[] = [];
  for (const { path, content } of writes) {
    // A file that was only moved has its old content, which cannot be read any more: its old path is gone.
    if (content instanceof File) continue;
    const media_type = /\.svg$/i.test(path) ? svgType : await kindOf(content);
    const name = path.slice(path.lastIndexOf('/') + 1);
    const isShown = shown.some((each) => each.name === name && each.data.byteLength === content.size);
    if (media_type === undefined || isShown || content.size > limits.mediaBytes) continue;
    if (images.length >= maxWritten || shown.length + images.length >= limits.mediaBlocks) left.push(path);
    else images.push({ type: 'image', media_type, name, data: new Uint8Array(await content.arrayBuffer()) });
  }
  const notes = left.length > 0 ? [`${left.length} more images were written; show(path) shows one`] : [];
  return { images, notes };
}

async function kindOf(content: Blob): Promise<string | undefined> {
  const start = String.fromCharCode(...new Uint8Array(await content.slice(0, 12).arrayBuffer()));
  return kinds.find(([, pattern]) => pattern.test(start))?.[0];
}
