/** `python3` in the shell. */
import type { RunCommand } from '../command.ts';
import { command, CommandError, text } from '../command.ts';
import {
  inputOf,
  type InterpreterDeps,
  isEmpty,
  never,
  noScript,
  type Program,
  readProgram,
} from './interpreters.ts';

export function python3({
  network,
  workspace,
  progress,
  session,
  terminal,
  remainingMs,
  interpreters,
}: InterpreterDeps): RunCommand {
  return command('python3', 1, async (args, context) => {
    if (args[0] === '--version' || args[0] === '-V') return text('Python 3.14 (Pyodide)\n');
    const program =
      args[0] === '-m'
        ? moduleProgram(args)
        : await readProgram(context, withoutFlags(args), '-c', '<string>');
    if (isEmpty(program)) return noScript('python3', 'py');
    const { runPython } = await import('#workers/runtimes/python/run-python.ts');
    const pythonHost =
      interpreters?.pythonHost ?? (await import('#workers/runtimes/python/load-python.ts')).pythonHost;
    const { code, name, file } = program;
    const script = {
      ...{ code, name, argv: [file ?? name, ...program.args], cwd: context.cwd },
      ...(file === undefined ? {} : { file }),
      stdin: inputOf(context, program),
      env: context.exportedEnv ?? {},
      timeoutMs: remainingMs(),
    };
    const io = { files: workspace.files, session, network, terminal, signal: context.signal ?? never };
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

/** Removes options of Python that have no effect here: unbuffered, no bytecode, quiet, isolated. */
function withoutFlags(args: readonly string[]): readonly string[] {
  const at = args.findIndex((each) => !/^-[uBqEsSIO]+$/.test(each));
  return at < 0 ? [] : args.slice(at);
}
