/** Hints for users: what to use instead of a missing program, and why `read` got no input. */
import { getCommandNames } from 'just-bash/browser';
import { ownCommandNames } from '../commands/index.ts';
import type { StatementResult } from './interpreter.ts';

const packages =
  'packages cannot be installed in the shell; run_python installs them for Python (its parameter "packages")';
const editor = 'there is no editor in the shell; open FILE shows the file in Files, where it can be edited';
const node = 'npm runs the scripts of package.json, and node --test runs tests';
const tests = 'write tests with node:test and node:assert, and run node --test';

const metadata =
  'identify -verbose FILE shows date and place of a picture; the tool edit_image without any edit removes them (find_tools)';
const documents = 'the tool read_file reads PDF, docx, xlsx, pptx and epub as text';
const schedule = 'the tools set_alarm and schedule_task do something at a time (find_tools)';

const absent: Readonly<Record<string, string>> = {
  ...{ pip: packages, pip3: packages, uv: packages, conda: packages },
  ...{ yarn: node, pnpm: node, bun: node, deno: node, jest: tests, vitest: tests, mocha: tests },
  tsc: 'there is no TypeScript compiler here: write JavaScript, with types in comments',
  ...{ vi: editor, vim: editor, nvim: editor, nano: editor, emacs: editor },
  man: 'type help for the commands there are; most explain themselves with --help',
  df: 'du -sh shows what files take; Settings > Storage shows what is free',
  ps: 'a command runs alone here; manage_process lists those in the background',
  montage: 'the tool edit_image makes a contact sheet of pictures (find_tools)',
  gnuplot: 'the tool make_chart draws charts (find_tools)',
  ...{ exiftool: metadata, jhead: metadata, exiv2: metadata },
  ...{ pandoc: documents, pdftotext: documents, libreoffice: documents, soffice: documents },
  ...{ crontab: schedule, at: schedule },
  make: 'there are no compilers and build tools here',
  gcc: 'there are no compilers and build tools here',
};

/** Adds a hint to the result of a command, if there is one. `node`: the syntax tree of the command. */
export function withHint(result: StatementResult, node: unknown): StatementResult {
  const [name, ...args] = wordsOf(node);
  if (name === 'help' && args.length === 0 && result.stdout !== '')
    return { ...result, stdout: `${programList()}\n${result.stdout}` };
  const hint = result.exitCode === 127 ? hintForAbsent(result.stderr) : hintForRead(result, name, args);
  return hint === undefined ? result : { ...result, stderr: `${result.stderr}${hint}\n` };
}

function hintForAbsent(stderr: string): string | undefined {
  const [, name = ''] = /^bash: (\S+): command not found\n$/.exec(stderr) ?? [];
  return Object.hasOwn(absent, name) ? `${name}: ${absent[name]}` : undefined;
}

/**
 * `read` with a prompt expects a person, who cannot answer here; without a prompt, scripts use it to read a
 * file to its end.
 */
function hintForRead(
  { exitCode, stderr }: StatementResult,
  name: string | undefined,
  args: readonly string[],
): string | undefined {
  if (exitCode !== 1 || stderr !== '') return undefined;
  if (name !== 'read' || !args.some((word) => /^-[a-zA-Z]*p/.test(word))) return undefined;
  return 'read: nothing to read: commands cannot ask while they run. Set the variable, or give the answer: read name <<< "text"';
}

/** Commands that only report that they are missing, or that are of no use to a user. */
const unnamed = ['apt', 'apt-get', 'html-to-markdown'];
/** Maximum characters of a line. */
const width = 76;

/** The list of programs for `help`, because the library's lists only the shell builtins. */
function programList(): string {
  const names = new Set([...getCommandNames(), ...ownCommandNames()]);
  const lines: string[] = [];
  for (const name of [...names].filter((each) => !unnamed.includes(each)).toSorted()) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length < width) lines[lines.length - 1] = `${last} ${name}`;
    else lines.push(`  ${name}`);
  }
  const end = 'No programs can be installed. open FILE shows a file to the user.';
  return `Programs (most explain themselves with --help):\n${lines.join('\n')}\n${end}\n`;
}

type Word = { parts?: readonly { type: string; value?: unknown }[] };

/** The literal words of a simple command; words with other parts are empty or incomplete. */
export function wordsOf(node: unknown): string[] {
  const { name, args = [] } = (node ?? {}) as { name?: Word | null; args?: readonly Word[] };
  return [name, ...args].map((word) =>
    (word?.parts ?? []).map(({ type, value }) => (type === 'Literal' ? String(value) : '')).join(''),
  );
}
