/**
 * Runs one command in the shell of a conversation, with the working directory, variables and functions of the
 * previous one.
 */
import { Bash, type InMemoryFs } from 'just-bash/browser';
import * as limits from '#shared/limits.ts';
import { withPartialOutput } from '#shared/tools/partial-output.ts';
import type { RuntimeContext, SessionState } from '#workers/contracts/code-session.ts';
import type { GitPort } from '#workers/contracts/ports/git-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { Terminal } from '../command-streams.ts';
import { createScriptClock, withClock, type ScriptClock } from '../script-clock.ts';
import { checkEnvironment } from './check-environment.ts';
import { type CommandDeps, shellCommands } from './commands/index.ts';
import { createFileMarks, type FileMarks } from './fs/file-marks.ts';
import { createMemory, createMountedFs, type MountedFs } from './fs/mounted-fs.ts';
import { resolve, workspaceRoot } from './fs/paths.ts';
import { createStatCache } from './fs/stat-cache.ts';
import { createWorkspaceFs } from './fs/workspace-fs.ts';
import { libraryLimits, shellLimits } from './limits.ts';
import { type CommandEnd, formatResult } from './output/format-result.ts';
import type { InterpreterState } from './session/interpreter.ts';
import {
  changeDirectory,
  setFolderForCommand,
  setVariablesForCommand,
} from './session/command-environment.ts';
import { runScript, type ScriptResult } from './session/run-script.ts';
import { shownText } from './session/shown-text.ts';
import {
  collectState,
  firstEnvironment,
  parseState,
  restoreState,
  type ShellState,
} from './session/shell-state.ts';

export type ShellArguments = {
  command: string;
  timeout?: number;
  working_dir?: string;
  env?: Record<string, string>;
  fresh?: boolean;
  /** Runs without a time limit, starting with the session's state, but does not store its own. */
  background?: boolean;
};

export type ShellContext = RuntimeContext & {
  /** Absent if the agent may not use git. */
  git?: GitPort | undefined;
  /** Shows a progress line on the card. */
  progress?(text: string): void;
  loadSqlite?: CommandDeps['loadSqlite'];
  loadJq?: CommandDeps['loadJq'];
  interpreters?: CommandDeps['interpreters'];
};

/** The key under which the session stores the state. */
const stateName = 'shell';

/** The /tmp of this code host's conversation, as long as the host lives. */
let hostMemory: InMemoryFs | undefined;

/** Throws a `ToolError` of type `timeout` that includes the output so far, as the other runtimes do. */
export async function runShellCommand(args: ShellArguments, context: ShellContext) {
  const end = await execute(args, context, (hostMemory ??= createMemory()));
  if (!end.timedOut) return formatResult(end, context.fullText);
  const { content, metadata, full } = formatResult({ ...end, notes: [] }, context.fullText);
  const message = `The command was ${end.notes.join('. ')}.`;
  throw new ToolError('timeout', withPartialOutput(message, content), metadata, full);
}

/** Like `runShellCommand`, but with the full output. */
export async function execute(
  args: ShellArguments,
  context: ShellContext,
  temporary: InMemoryFs = memoryOf(context.session),
): Promise<CommandEnd> {
  const { command, env = {}, fresh = false, background = false } = args;
  const timeout = secondsOf(args);
  checkEnvironment(env);
  const kept = fresh ? undefined : await readState(context.session);
  const marks = createFileMarks(kept);
  const memory = fresh ? createMemory() : temporary;
  const notes: string[] = [];
  const trapped = { handlers: new Map<string, string>(), isExitOwn: false };
  const script = { trapped, history: [...historyOf(kept), command], marks };
  const opened: string[] = [];
  const clock = createScriptClock(timeout * 1000);
  const terminal: Terminal = { write: undefined, tick: () => undefined };
  const { bash, fs } = openBash(context, marks, memory, { script, opened, terminal }, clock);
  let restore: () => void = () => undefined;
  const begin = async (state: InterpreterState) => {
    restoreState(state, kept);
    const leave = await enter(fs, state, args.working_dir, notes);
    const giveBack = setVariablesForCommand(state, env);
    restore = () => {
      giveBack();
      leave();
    };
  };
  const deps = {
    begin,
    output: context.output,
    maxShown: mostShownOf(args),
    terminal,
    ...{ trapped, marks },
  };
  const result = await withTimeout(context, timeout, clock, (signal) =>
    runScript(bash, command, { ...deps, signal }),
  );
  if (context.signal.aborted) throw whyStopped(context.signal);
  // First, because the error begins with it.
  if (result.timedOut) notes.unshift(timeoutNote(timeout));
  const { state } = result;
  if (state) restore();
  if (state && !fresh && !background)
    await keep(context.session, state, { history: script.history, marks, notes });
  const { exitCode, timedOut } = result;
  const [stdout, stderr] = [shownText(result.stdout), shownText(result.stderr)];
  notes.push(...stdout.notes);
  return {
    stdout: stdout.text,
    stderr: stderr.text,
    exitCode,
    notes,
    folder: folderOf(state ?? kept),
    opened,
    timedOut,
  };
}

function secondsOf({ background, timeout = shellLimits.timeout }: ShellArguments): number {
  return background ? Infinity : timeout;
}

/** Unlimited for a background process, whose log keeps the end of its output. */
function mostShownOf({ background }: ShellArguments): number {
  return background ? Infinity : limits.streamedOutputCharacters;
}

function folderOf(state: { cwd: string } | undefined): string | undefined {
  return state?.cwd === workspaceRoot ? undefined : state?.cwd;
}

async function readState(session: SessionState): Promise<ShellState | undefined> {
  return parseState((await session.read(stateName)) ?? '');
}

function historyOf(kept: ShellState | undefined): readonly string[] {
  return kept?.history ?? [];
}

/** The /tmp of sessions that share a thread, as in tests. */
const memories = new WeakMap<SessionState, InMemoryFs>();

/** At the deadline of the tool, the reason says so. */
function whyStopped({ reason }: AbortSignal): ToolError {
  return reason instanceof ToolError ? reason : new ToolError('cancelled', 'The command was cancelled.');
}

function memoryOf(session: SessionState): InMemoryFs {
  const memory = memories.get(session) ?? createMemory();
  memories.set(session, memory);
  return memory;
}

/**
 * The maximum delay of a timer:
 * https://developer.mozilla.org/docs/Web/API/Window/setTimeout#maximum_delay_value
 */
const longestMs = 2 ** 31 - 1;

function openBash(
  { files, network, git, progress, session, loadSqlite, loadJq, interpreters }: ShellContext,
  marks: FileMarks,
  memory: InMemoryFs,
  shared: Pick<CommandDeps, 'script' | 'opened' | 'terminal'>,
  clock: ScriptClock,
): { bash: Bash; fs: MountedFs } {
  const cache = createStatCache();
  const fs = createMountedFs(createWorkspaceFs(files, marks, cache), memory);
  const workspace = { files, forget: cache.clear };
  const remainingMs = () => Math.max(0, Math.min(clock.leftMs(), longestMs));
  const bash = new Bash({
    fs,
    cwd: workspaceRoot,
    env: firstEnvironment(),
    executionLimits: libraryLimits,
    // Off, because it patches globals such as `setTimeout` that the worker's own code needs, and the worker's
    // powers are removed anyway.
    defenseInDepth: false,
    customCommands: shellCommands({
      network: network && withClock(network, clock),
      ...{ git, progress, workspace, session, remainingMs, loadSqlite, loadJq, interpreters },
      ...shared,
    }),
  });
  return { bash, fs };
}

/**
 * Changes to the requested folder, or to the workspace if the session's folder no longer exists. The returned
 * function restores the old folder.
 */
async function enter(
  fs: MountedFs,
  state: InterpreterState,
  wanted: string | undefined,
  notes: string[],
): Promise<() => void> {
  const isFolder = async (path: string) => (await fs.exists(path)) && (await fs.stat(path)).isDirectory;
  if (wanted !== undefined) {
    const path = resolve(workspaceRoot, wanted);
    if (!(await isFolder(path)))
      throw new ToolError(
        'validation_error',
        `Parameter 'working_dir': there is no folder ${path}. Make it with mkdir -p, or name another one.`,
      );
    return setFolderForCommand(state, path);
  }
  if (!(await isFolder(state.cwd))) {
    notes.push(`${state.cwd} does not exist any more, so the command ran in ${workspaceRoot}`);
    changeDirectory(state, workspaceRoot);
  }
  return () => undefined;
}

async function withTimeout(
  { signal: outer, limitTime }: Pick<ShellContext, 'signal' | 'limitTime'>,
  seconds: number,
  clock: ScriptClock,
  work: (signal: AbortSignal) => Promise<ScriptResult>,
): Promise<ScriptResult & { timedOut: boolean }> {
  const controller = new AbortController();
  const abort = () => controller.abort(outer.reason);
  outer.addEventListener('abort', abort, { once: true });
  if (outer.aborted) abort();
  let timedOut = false;
  const didTimeOut = () => timedOut;
  const stop = () => {
    timedOut = true;
    controller.abort();
  };
  const forget = clock.atEnd(stop);
  // A loop of arithmetic never yields to the timer, so the engine enforces the limit, too.
  if (Number.isFinite(seconds)) limitTime?.(seconds * 1000 + limits.timeoutGraceMs);
  try {
    const result = await work(controller.signal);
    // An interpreter checks the clock itself and may end before the timer fires.
    if (!didTimeOut() && clock.leftMs() > 0) return { ...result, timedOut: false };
    // The exit code of coreutils' `timeout`.
    return { ...result, exitCode: 124, state: undefined, timedOut: true };
  } finally {
    forget();
    limitTime?.(undefined);
    outer.removeEventListener('abort', abort);
  }
}

function timeoutNote(seconds: number): string {
  const more =
    seconds < shellLimits.longestTimeout ? `; 'timeout' may be up to ${shellLimits.longestTimeout}` : '';
  return `stopped after ${seconds} seconds${more}. Files it wrote are there; variables and the working directory are as before the command`;
}

async function keep(
  session: SessionState,
  state: InterpreterState,
  { history, marks, notes }: { history: readonly string[]; marks: FileMarks; notes: string[] },
): Promise<void> {
  const kept = { modes: marks.modes(), umask: marks.umask, history: history.slice(-shellLimits.history) };
  const text = JSON.stringify(collectState(state, kept));
  if (new TextEncoder().encode(text).length > limits.sessionStateBytes) {
    notes.push(
      'the state takes more than 1 MB: working directory, variables, functions and history are as before the command',
    );
    return;
  }
  await session.write(stateName, text);
}
