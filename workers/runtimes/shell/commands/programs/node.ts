/** `node` in the shell: runs QuickJS with paths relative to the working directory, with modules like those of Node. */
import type { ExecResult } from 'just-bash/browser';
import { nodeVersion } from '../../../javascript/host-functions.ts';
import { resolve } from '../../fs/paths.ts';
import { command, CommandError, type CommandContext, type RunCommand, text } from '../command.ts';
import { type InterpreterDeps, isEmpty, noScript, type Program, readProgram } from './interpreters.ts';
import { readNodeOptions } from './node-options.ts';
import { runTests } from './node-test.ts';
import { load, runProgram } from './run-program.ts';

export function node(deps: InterpreterDeps): RunCommand {
  return command('node', 1, async (args, context) => {
    const options = readNodeOptions(args);
    if (options.type === 'version') return text(`${nodeVersion}\n`);
    if (options.type === 'help') return text(help);
    try {
      if (options.type === 'test') return await runTests(options, context, deps);
      const program = await readProgram(context, options.args, '-e', '[eval]', (path) =>
        findMain(path, context),
      );
      if (isEmpty(program)) return noScript('node', 'js');
      if (/\.[cm]?tsx?$/.test(program.name))
        throw new CommandError(
          `${program.name} is TypeScript, which does not run here: write it as JavaScript, with types in comments`,
        );
      if (options.type === 'check') return await check(program, deps);
      const printsValue = options.type === 'print';
      return await runProgram({ program, printsValue, testOptions: options.testOptions }, context, deps);
    } finally {
      deps.workspace.forget();
    }
  });
}

const help = `Usage: node [options] [script.js] [arguments]
  -e, -p CODE        run a script, or print its value
  --test [FILES]     run tests; also --test-name-pattern, --test-only, --test-reporter=spec|tap
  -c FILE            check the syntax only
The interpreter is QuickJS (ES2023) with modules like those of Node ${nodeVersion.slice(1).split('.')[0]}: https://nodejs.org/api/
There are no processes, servers, streams and compiled packages.
`;

/** `node .` and `node lib/main` run the file that they mean. */
async function findMain(path: string, { fs }: CommandContext): Promise<string | undefined> {
  const isFile = async (each: string) => (await fs.exists(each)) && (await fs.stat(each)).isFile;
  if (await isFile(path)) return undefined;
  const json = `${path}/package.json`;
  const text = (await isFile(json)) ? await fs.readFile(json) : '{}';
  const main = mainOf(text);
  const tried = [`${path}.js`, `${path}.cjs`, `${path}.mjs`];
  if (main !== undefined) tried.push(resolve(path, main), `${resolve(path, main)}.js`);
  for (const each of [...tried, `${path}/index.js`]) if (await isFile(each)) return each;
  throw new CommandError(`Cannot find module '${path}'`);
}

function mainOf(json: string): string | undefined {
  try {
    const { main } = JSON.parse(json) as { main?: unknown };
    return typeof main === 'string' ? main : undefined;
  } catch {
    return undefined;
  }
}

/** `node -c`: prints nothing, or the error. */
async function check({ code, name }: Program, { interpreters }: InterpreterDeps): Promise<ExecResult> {
  const { syntaxErrorOf } = await import('#workers/runtimes/javascript/check-syntax.ts');
  const error = syntaxErrorOf(await load(interpreters), code, name);
  return error === undefined ? text('') : text('', 1, `${error}\n`);
}
