/** `node --test`: finds the files of tests and runs each on its own: https://nodejs.org/api/test.html#running-tests-from-the-command-line */
import type { ExecResult } from 'just-bash/browser';
import { reporters, type ReporterName } from '../../../javascript/node/test-report.ts';
import { createCommandStreams } from '../../../command-streams.ts';
import { resolve } from '../../fs/paths.ts';
import { type CommandContext, CommandError, failed, readText, text } from '../command.ts';
import type { InterpreterDeps } from './interpreters.ts';
import type { NodeOptions } from './node-options.ts';
import { printTo, runProgram } from './run-program.ts';

export async function runTests(
  { args, reporter, testOptions }: NodeOptions,
  context: CommandContext,
  deps: InterpreterDeps,
): Promise<ExecResult> {
  const name = reporters.find((each) => each === reporter);
  if (!name)
    throw new CommandError(`--test-reporter: there are ${reporters.join(' and ')}, not '${reporter}'`, 9);
  const files = await findTests(args, context);
  if (files.length === 0) return noTests(args);
  return runFiles(files, name, testOptions, context, deps);
}

async function runFiles(
  files: readonly string[],
  name: ReporterName,
  testOptions: NodeOptions['testOptions'],
  context: CommandContext,
  deps: InterpreterDeps,
): Promise<ExecResult> {
  const { createTestReport } = await import('#workers/runtimes/javascript/node/test-report.ts');
  const out = createCommandStreams();
  const print = printTo(out, deps.terminal);
  const report = createTestReport(name, (line) => print('stdout', line));
  for (const file of files) {
    const start = performance.now();
    const shown = file.startsWith(`${context.cwd}/`) ? file.slice(context.cwd.length + 1) : file;
    const program = { code: await readText(context, file), name: shown, file, args: [] };
    const { stderr, exitCode } = await runProgram(
      { program, testOptions, shared: { report, print } },
      context,
      deps,
    );
    if (exitCode === 124) return text(out.stdout.text(), exitCode, out.stderr.text() + stderr);
    if (exitCode !== 0)
      report.addBroken(shown, stderr.trimEnd() || `exit code ${exitCode}`, performance.now() - start);
    else out.stderr.add(stderr);
  }
  const exitCode = report.end();
  return text(out.stdout.text(), exitCode, out.stderr.text());
}

function noTests(args: readonly string[]): ExecResult {
  if (args.length > 0) return failed(`Could not find '${args.join("', '")}'`);
  return failed(
    'node: no tests were found. Files of tests are named like a.test.js, a-test.js, a_test.js, test-a.js or test.js, or are in a folder named test; also with .mjs and .cjs.',
  );
}

/** The patterns of Node, without the folder node_modules. */
const isTest = (path: string) =>
  /(?:^|\/)test\.[cm]?js$|(?:^|\/)test-[^/]*\.[cm]?js$|[^/][._-]test\.[cm]?js$|(?:^|\/)test\/(?:.*\/)?[^/]+\.[cm]?js$/.test(
    path,
  );
const isScript = (path: string) => /\.[cm]?js$/.test(path);

async function findTests(args: readonly string[], context: CommandContext): Promise<string[]> {
  if (args.length === 0)
    return (await filesBelow(context, context.cwd)).filter((path) =>
      isTest(path.slice(context.cwd.length + 1)),
    );
  const found = new Set<string>();
  for (const each of args) for (const path of await expand(each, context)) found.add(path);
  return [...found];
}

/** A file, a folder with the tests in it, or a pattern. */
async function expand(given: string, context: CommandContext): Promise<string[]> {
  const path = resolve(context.cwd, given);
  if (await context.fs.exists(path)) {
    if (!(await context.fs.stat(path)).isDirectory) return [path];
    const all = (await filesBelow(context, path)).filter(isScript);
    const named = all.filter((each) => isTest(each.slice(path.length + 1)));
    return named.length > 0 ? named : all;
  }
  if (!/[*?[{]/.test(given)) throw new CommandError(`Could not find '${given}'`);
  const pattern = patternOf(path);
  return (await filesBelow(context, context.cwd)).filter((each) => pattern.test(each));
}

/** `**` is any folders, `*` and `?` are within a name, `{a,b}` is one of them. */
function patternOf(glob: string): RegExp {
  const source = glob
    .replace(/[.+^$()|\\]/g, '\\$&')
    .replace(/\{([^{}]*)\}/g, (_, inner: string) => `(?:${inner.replaceAll(',', '|')})`)
    .replace(
      /\*\*\/|\*\*|\*|\?/g,
      (mark) => ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*' })[mark] ?? '[^/]',
    );
  return new RegExp(`^${source}$`);
}

async function filesBelow(context: CommandContext, folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const name of (await context.fs.readdir(folder)).toSorted()) {
    const path = `${folder === '/' ? '' : folder}/${name}`;
    if (name === 'node_modules' || name === '.git') continue;
    if ((await context.fs.stat(path)).isDirectory) found.push(...(await filesBelow(context, path)));
    else found.push(path);
  }
  return found;
}
