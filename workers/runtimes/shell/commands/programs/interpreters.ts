/** `python3` and `node` in the shell: each runs to its end, and keeps nothing for the next. */
import type { ExecResult } from 'just-bash/browser';
import { messageOf } from '#shared/message-of.ts';
import type { SessionState } from '#workers/contracts/code-session.ts';
import { createScriptClock, withClock } from '../../../script-clock.ts';
import { createCommandStreams } from '../../../command-streams.ts';
import type { CommandContext, RunCommand } from '../command.ts';
import { asText, command, CommandError, failed, pathOf, readBytes, stdinOf, text } from '../command.ts';
import type { GitPorts } from './git.ts';

export type InterpreterPorts = Pick<GitPorts, 'network' | 'workspace' | 'progress'> & {
  session: SessionState;
  /** Milliseconds until the command's deadline: an interpreter looks at the clock, because no signal reaches it. */
  remainingMs(): number;
};

type Program = {
  code: string;
  /** As in a message of the interpreter. */
  name: string;
  /** Absolute, if it is a file. */
  file?: string;
  args: readonly string[];
};

const never = new AbortController().signal;

export function python3({
  network,
  workspace,
  progress,
  session,
  remainingMs,
}: InterpreterPorts): RunCommand {
  return command('python3', 1, async (args, context) => {
    if (args[0] === '--version' || args[0] === '-V') return text('Python 3.14 (Pyodide)\n');
    const program =
      args[0] === '-m'
        ? moduleProgram(args)
        : await readProgram(context, withoutFlags(args), '-c', '<string>');
    if (isEmpty(program)) return noScript('python3', 'py');
    const [{ runPython }, { pythonHost }] = await Promise.all([
      import('#workers/runtimes/python/run-python.ts'),
      import('#workers/runtimes/python/load-python.ts'),
    ]);
    const { code, name, file } = program;
    const script = {
      ...{ code, name, argv: [file ?? name, ...program.args], cwd: context.cwd },
      ...(file === undefined ? {} : { file }),
      stdin: program.name === '<stdin>' ? '' : asText(stdinOf(context)),
      timeoutMs: remainingMs(),
    };
    const io = { files: workspace.files, session, network, signal: context.signal ?? never };
    try {
      const ran = await runPython(pythonHost, script, {
        ...io,
        progress: progress ?? (() => undefined),
        output: () => undefined,
      });
      return text(ran.stdout, ran.exitCode, ran.stderr);
    } finally {
      workspace.forget();
    }
  });
}

/** `-m` runs a module as the interpreter does: https://docs.python.org/3/using/cmdline.html#cmdoption-m */
function moduleProgram([, name = '', ...args]: readonly string[]): Program {
  if (!/^[\w.]+$/.test(name)) throw new CommandError('option -m needs the name of a module', 2);
  const code = `import runpy, sys; sys.path.insert(0, ''); runpy.run_module('${name}', run_name='__main__', alter_sys=True)`;
  return { code, name, args };
}

export function node({ network, workspace, remainingMs }: InterpreterPorts): RunCommand {
  return command('node', 1, async (args, context) => {
    if (args[0] === '--version' || args[0] === '-v')
      return text('QuickJS (ES2023; no modules of Node, import files of the workspace)\n');
    const program = await readProgram(context, args, '-e', '[eval]');
    if (isEmpty(program)) return noScript('node', 'js');
    const { code, name, args: rest } = program;
    const [{ createHostFunctions }, { loadQuickJs }, { runScript }] = await Promise.all([
      import('#workers/runtimes/javascript/host-functions.ts'),
      import('#workers/runtimes/javascript/load-quickjs.ts'),
      import('#workers/runtimes/javascript/run.ts'),
    ]);
    const out = createCommandStreams();
    const print = (stream: 'stdout' | 'stderr', line: string) => out[stream].add(line);
    const argv = JSON.stringify(['node', name, ...rest]);
    try {
      const quickJs = await loadQuickJs();
      const clock = createScriptClock(remainingMs());
      const end = await runScript(quickJs, {
        // On the script's first line, so that the lines of its errors stay.
        code: `globalThis.process = { argv: ${argv}, env: {} }; ${code}`,
        clock,
        signal: context.signal ?? never,
        host: createHostFunctions({
          files: workspace.files,
          network: network && withClock(network, clock),
          print,
        }),
        readModule: async (path) => (await workspace.files.read(path)).text(),
      });
      if (end.type === 'value') return text(out.stdout.text(), 0, out.stderr.text());
      const why = end.type === 'timeout' ? 'stopped at the deadline' : `Uncaught ${end.error}`;
      return text(out.stdout.text(), end.type === 'timeout' ? 124 : 1, `${out.stderr.text()}${why}\n`);
    } catch (error) {
      if (context.signal?.aborted) throw error;
      return failed(`node: ${messageOf(error)}`, 134, out.stdout.text());
    } finally {
      workspace.forget();
    }
  });
}

/** From an option, a file or the input; what follows are its arguments. */
async function readProgram(
  context: CommandContext,
  args: readonly string[],
  option: string,
  inline: string,
): Promise<Program> {
  const [first, ...rest] = args;
  if (first === option) {
    const [code, ...more] = rest;
    if (code === undefined) throw new CommandError(`option ${option} needs a script`, 2);
    return { code, name: inline, args: more };
  }
  if (first === undefined || first === '-')
    return { code: asText(stdinOf(context)), name: '<stdin>', args: rest };
  if (first.startsWith('-'))
    throw new CommandError(`unknown option: ${first}. Use ${option}, a file or the input`, 2);
  const code = new TextDecoder().decode(await readBytes(context, first));
  return { code, name: first, file: pathOf(context, first), args: rest };
}

/** Without arguments and input, a person expects a prompt. */
function isEmpty({ name, code }: Program): boolean {
  return name === '<stdin>' && code === '';
}

function noScript(name: string, button: string): ExecResult {
  const hint = `${name}: no script: give one with an option, as a file or as input. A prompt of its own is behind "${button}" in the terminal.\n`;
  return text('', 0, hint);
}

/** Options of Python that change nothing here: unbuffered, no bytecode, quiet, isolated. */
function withoutFlags(args: readonly string[]): readonly string[] {
  const at = args.findIndex((each) => !/^-[uBqEsSIO]+$/.test(each));
  return at < 0 ? [] : args.slice(at);
}
