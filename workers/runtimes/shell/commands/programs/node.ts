/** `node` in the shell: runs QuickJS with paths relative to the working directory, and provides `process`. */
import type { ExecResult } from 'just-bash/browser';
import { messageOf } from '#shared/message-of.ts';
import type { ScriptEnd } from '../../../javascript/run.ts';
import { createCommandStreams } from '../../../command-streams.ts';
import { createScriptClock, withClock } from '../../../script-clock.ts';
import { isInWorkspace, resolve, toPortPath } from '../../fs/paths.ts';
import { command, type CommandContext, CommandError, failed, readText } from '../command.ts';
import { type RunCommand, describeFileError, text } from '../command.ts';
import {
  inputOf,
  type InterpreterDeps,
  isEmpty,
  never,
  noScript,
  type Program,
  readProgram,
} from './interpreters.ts';

export function node(deps: InterpreterDeps): RunCommand {
  return command('node', 1, async (args, context) => {
    if (args[0] === '--version' || args[0] === '-v')
      return text('QuickJS (ES2023; no modules of Node, import files of the workspace)\n');
    const program = await readProgram(context, args, '-e', '[eval]');
    if (isEmpty(program)) return noScript('node', 'js');
    try {
      return await run(program, context, deps);
    } finally {
      deps.workspace.forget();
    }
  });
}

async function run(
  program: Program,
  context: CommandContext,
  { network, workspace, terminal, remainingMs, interpreters }: InterpreterDeps,
): Promise<ExecResult> {
  const [{ createHostFunctions }, { runScript }, { filesAt }] = await Promise.all([
    import('#workers/runtimes/javascript/host-functions.ts'),
    import('#workers/runtimes/javascript/run.ts'),
    import('#workers/runtimes/javascript/files-at.ts'),
  ]);
  const { code, name, file = resolve(context.cwd, name), args } = program;
  const out = createCommandStreams();
  const { write } = terminal;
  const ended = createExit();
  const clock = createScriptClock(remainingMs());
  const host = createHostFunctions({
    files: filesAt(workspace.files, context.cwd),
    network: network && withClock(network, clock),
    print: (stream, line) => {
      out[stream].add(line);
      write?.(stream, line);
    },
  });
  try {
    const end = await runScript(await load(interpreters), {
      ...{ code, clock, name: isInWorkspace(file) ? toPortPath(file) : file },
      signal: context.signal ?? never,
      tick: () => terminal.tick(),
      host: { ...host, ...ended.functions },
      readModule: (path) => readModule(path, context, workspace),
      process: {
        argv: ['node', program.file ?? name, ...args],
        env: context.exportedEnv ?? {},
        cwd: context.cwd,
        input: inputOf(context, program),
        hasExited: ended.hasExited,
      },
    });
    const [exitCode, said] = describeEnd(end, ended.code());
    return text(out.stdout.text(), exitCode, out.stderr.text() + said);
  } catch (error) {
    if (context.signal?.aborted) throw error;
    return failed(`node: ${messageOf(error)}`, 134, out.stdout.text());
  }
}

async function load(interpreters: InterpreterDeps['interpreters']) {
  if (interpreters) return interpreters.loadQuickJs();
  return (await import('#workers/runtimes/javascript/load-quickjs.ts')).loadQuickJs();
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

/** The host functions behind `process.exit` and `process.exitCode`. */
function createExit() {
  let exitCode = 0;
  let hasExited = false;
  return {
    functions: {
      exit: (code: unknown) => {
        hasExited = true;
        exitCode = Number(code) & 0xff;
        return undefined;
      },
      exitCode: (code: unknown) => {
        exitCode = Number(code) & 0xff;
        return undefined;
      },
    },
    hasExited: () => hasExited,
    code: () => exitCode,
  };
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
