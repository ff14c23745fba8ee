/** Runs one program of `node` in the shell, with paths relative to the working directory. */
import type { ExecResult } from 'just-bash/browser';
import { messageOf } from '#shared/message-of.ts';
import type { TestOptions } from '../../../javascript/node/node-host.ts';
import type { TestReport } from '../../../javascript/node/test-report.ts';
import type { NodeAccess } from '../../../javascript/node/node-access.ts';
import type { Script, ScriptEnd } from '../../../javascript/run.ts';
import { createCommandStreams, type Terminal } from '../../../command-streams.ts';
import { createScriptClock, withClock, type ScriptClock } from '../../../script-clock.ts';
import { bytesOfLatin1 } from '#workers/text/encoding/latin1.ts';
import { isInWorkspace, resolve, toPortPath } from '../../fs/paths.ts';
import {
  type CommandContext,
  CommandError,
  describeFileError,
  failed,
  readText,
  stdinOf,
  text,
} from '../command.ts';
import { type InterpreterDeps, never, type Program } from './interpreters.ts';
import { temporaryFiles } from './temporary-files.ts';

export type NodeRun = {
  program: Program;
  printsValue?: boolean;
  testOptions: TestOptions;
  /** For the tests of several files; otherwise, the script has an output and a report of its own. */
  shared?: { report: TestReport; print: Print };
};

export type Print = (stream: 'stdout' | 'stderr', text: string) => void;

export async function runProgram(
  run: NodeRun,
  context: CommandContext,
  deps: InterpreterDeps,
): Promise<ExecResult> {
  const { shared } = run;
  const parts = await loadParts();
  const out = createCommandStreams();
  const print = shared?.print ?? printTo(out, deps.terminal);
  const report = shared?.report ?? parts.createTestReport('spec', (line) => print('stdout', line));
  const exit = parts.createExit();
  const clock = createScriptClock(deps.remainingMs());
  const { access, script } = prepare(parts, run, { report, print, clock, exit }, context, deps);
  try {
    const end = await parts.runScript(await load(deps.interpreters), script);
    if (run.printsValue && !exit.hasExited()) print('stdout', valueOf(end));
    const notes = await access.close();
    if (!shared && report.hasTests()) exit.setCode(report.end() || exit.code());
    return resultOf(end, exit.code(), notes, out);
  } catch (error) {
    if (context.signal?.aborted) throw error;
    return failed(`node: ${messageOf(error)}`, 134, out.stdout.text());
  }
}

type Parts = Awaited<ReturnType<typeof loadParts>>;
type Means = { report: TestReport; print: Print; clock: ScriptClock; exit: ReturnType<Parts['createExit']> };

function prepare(
  parts: Parts,
  { program, testOptions }: NodeRun,
  { report, print, clock, exit }: Means,
  context: CommandContext,
  { network, workspace, terminal }: InterpreterDeps,
): { access: NodeAccess; script: Script } {
  const file = program.file ?? resolve(context.cwd, program.name);
  const access = parts.createNodeAccess({
    files: workspace.files,
    temporary: temporaryFiles(context.fs),
    testOptions: { ...testOptions, file },
    onTestEvent: report.onEvent,
  });
  const host = parts.createHostFunctions({
    files: parts.filesAt(access.inStep(workspace.files), context.cwd),
    network: network && withClock(network, clock),
    print,
    program: describeProgram(program, context),
  });
  const script: Script = {
    ...{ code: program.code, clock, name: isInWorkspace(file) ? toPortPath(file) : file },
    signal: context.signal ?? never,
    tick: () => terminal.tick(),
    host: { ...host, ...exit.functions },
    readModule: (path) => readModule(path, context, workspace),
    ...{ node: access, file: program.file, hasExited: exit.hasExited },
  };
  return { access, script };
}

async function loadParts() {
  const [
    { createHostFunctions },
    { runScript },
    { filesAt },
    { createNodeAccess },
    { createTestReport },
    { createExit },
  ] = await Promise.all([
    import('#workers/runtimes/javascript/host-functions.ts'),
    import('#workers/runtimes/javascript/run.ts'),
    import('#workers/runtimes/javascript/files-at.ts'),
    import('#workers/runtimes/javascript/node/node-access.ts'),
    import('#workers/runtimes/javascript/node/test-report.ts'),
    import('#workers/runtimes/javascript/exit.ts'),
  ]);
  return { createHostFunctions, runScript, filesAt, createNodeAccess, createTestReport, createExit };
}

export function printTo(out: ReturnType<typeof createCommandStreams>, terminal: Terminal): Print {
  return (stream, line) => {
    out[stream].add(line);
    terminal.write?.(stream, line);
  };
}

const valueOf = (end: ScriptEnd) => (end.type === 'value' ? `${end.value ?? 'undefined'}\n` : '');

function describeProgram({ name, file, args }: Program, context: CommandContext) {
  return {
    argv: ['/usr/bin/node', ...(file === undefined ? [] : [file]), ...args],
    env: context.exportedEnv ?? {},
    cwd: context.cwd,
    input: name === '<stdin>' ? new Uint8Array() : bytesOfLatin1(stdinOf(context)),
  };
}

export async function load(interpreters: InterpreterDeps['interpreters']) {
  if (interpreters) return interpreters.loadQuickJs();
  return (await import('#workers/runtimes/javascript/load-quickjs.ts')).loadQuickJs();
}

/** `notes`: what could not be written. */
function resultOf(
  end: ScriptEnd,
  asked: number,
  notes: readonly string[],
  out: ReturnType<typeof createCommandStreams>,
): ExecResult {
  const [exitCode, said] = describeEnd(end, asked);
  const unwritten = notes.map((note) => `node: ${note}\n`).join('');
  return text(out.stdout.text(), exitCode || Math.min(1, notes.length), out.stderr.text() + said + unwritten);
}

/** Reads a module. Absolute paths outside the workspace, such as /tmp, are in the shell's memory. */
async function readModule(
  path: string,
  context: CommandContext,
  { files }: InterpreterDeps['workspace'],
): Promise<string> {
  if (!path.startsWith('/')) return (await files.read(path)).text();
  try {
    return await readText(context, path);
  } catch (error) {
    throw new CommandError(describeFileError(error));
  }
}

function describeEnd(end: ScriptEnd, asked: number): [exitCode: number, said: string] {
  switch (end.type) {
    case 'value':
      return [asked, ''];
    case 'timeout':
      return [124, 'stopped at the deadline\n'];
    case 'error':
      return [1, `Uncaught ${end.error}\n`];
  }
}
