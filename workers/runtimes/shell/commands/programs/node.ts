/** `node` in the shell: runs QuickJS with paths relative to the working directory, with modules like those of Node. */
import type { ExecResult } from 'just-bash/browser';
import { messageOf } from '#shared/message-of.ts';
import { nodeVersion } from '../../../javascript/host-functions.ts';
import type { TestOptions } from '../../../javascript/node/node-access.ts';
import type { TestReport } from '../../../javascript/node/test-report.ts';
import type { ScriptEnd } from '../../../javascript/run.ts';
import { createCommandStreams } from '../../../command-streams.ts';
import { createScriptClock, withClock } from '../../../script-clock.ts';
import { bytesOfLatin1 } from '../../fs/encodings.ts';
import { isInWorkspace, resolve, toPortPath } from '../../fs/paths.ts';
import { command, type CommandContext, CommandError, failed, readText, stdinOf } from '../command.ts';
import { type RunCommand, describeFileError, text } from '../command.ts';
import { type InterpreterDeps, isEmpty, never, noScript, type Program, readProgram } from './interpreters.ts';
import { readNodeOptions } from './node-options.ts';
import { runTests } from './node-test.ts';
import { temporaryFiles } from './temporary-files.ts';

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

export type NodeRun = {
  program: Program;
  printsValue?: boolean;
  testOptions: TestOptions;
  /** For the tests of several files; otherwise, the script has an output and a report of its own. */
  shared?: { report: TestReport; print: Print };
};

export type Print = (stream: 'stdout' | 'stderr', text: string) => void;

export async function runProgram(
  { program, printsValue = false, testOptions, shared }: NodeRun,
  context: CommandContext,
  { network, workspace, terminal, remainingMs, interpreters }: InterpreterDeps,
): Promise<ExecResult> {
  const [{ createHostFunctions }, { runScript }, { filesAt }, { createNodeAccess }, reports, { createExit }] =
    await Promise.all([
      import('#workers/runtimes/javascript/host-functions.ts'),
      import('#workers/runtimes/javascript/run.ts'),
      import('#workers/runtimes/javascript/files-at.ts'),
      import('#workers/runtimes/javascript/node/node-access.ts'),
      import('#workers/runtimes/javascript/node/test-report.ts'),
      import('#workers/runtimes/javascript/exit.ts'),
    ]);
  const { code, name, args } = program;
  const file = program.file ?? resolve(context.cwd, name);
  const out = createCommandStreams();
  const ownPrint: Print = (stream, line) => {
    out[stream].add(line);
    terminal.write?.(stream, line);
  };
  const print = shared?.print ?? ownPrint;
  const exit = createExit();
  const clock = createScriptClock(remainingMs());
  const report = shared?.report ?? reports.createTestReport('spec', (line) => print('stdout', line));
  const access = createNodeAccess({
    files: workspace.files,
    temporary: temporaryFiles(context.fs),
    testOptions: { ...testOptions, file },
    onTestEvent: report.onEvent,
  });
  const host = createHostFunctions({
    files: filesAt(access.inStep(workspace.files), context.cwd),
    network: network && withClock(network, clock),
    print,
    program: {
      argv: ['/usr/bin/node', ...(program.file === undefined ? [] : [program.file]), ...args],
      env: context.exportedEnv ?? {},
      cwd: context.cwd,
      input: name === '<stdin>' ? new Uint8Array() : bytesOfLatin1(stdinOf(context)),
    },
  });
  try {
    const end = await runScript(await load(interpreters), {
      ...{ code, clock, name: isInWorkspace(file) ? toPortPath(file) : file },
      signal: context.signal ?? never,
      tick: () => terminal.tick(),
      host: { ...host, ...exit.functions },
      readModule: (path) => readModule(path, context, workspace),
      node: access,
      file: program.file,
      hasExited: exit.hasExited,
    });
    const unwritten = await access.close();
    if (printsValue && end.type === 'value' && !exit.hasExited())
      print('stdout', `${end.value ?? 'undefined'}\n`);
    if (!shared && report.hasTests() && !exit.hasExited()) exit.setCode(report.end() || exit.code());
    const [exitCode, said] = describeEnd(end, exit.code());
    const notes = unwritten.map((note) => `node: ${note}\n`).join('');
    return text(out.stdout.text(), exitCode || (notes === '' ? 0 : 1), out.stderr.text() + said + notes);
  } catch (error) {
    if (context.signal?.aborted) throw error;
    return failed(`node: ${messageOf(error)}`, 134, out.stdout.text());
  }
}

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

async function load(interpreters: InterpreterDeps['interpreters']) {
  if (interpreters) return interpreters.loadQuickJs();
  return (await import('#workers/runtimes/javascript/load-quickjs.ts')).loadQuickJs();
}

/** `node -c`: prints nothing, or the error. */
async function check({ code, name }: Program, { interpreters }: InterpreterDeps): Promise<ExecResult> {
  const { syntaxErrorOf } = await import('#workers/runtimes/javascript/check-syntax.ts');
  const error = syntaxErrorOf(await load(interpreters), code, name);
  return error === undefined ? text('') : text('', 1, `${error}\n`);
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
