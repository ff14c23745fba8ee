/** `npm` in the shell: scripts of package.json, and packages of pure JavaScript. */
import type { ExecResult } from 'just-bash/browser';
import { nodeVersion } from '../../../javascript/host-functions.ts';
import { baseName } from '../../fs/paths.ts';
import { command, CommandError, type CommandContext, failed, type RunCommand, text } from '../command.ts';
import { findPackage, isRecord, writeJson } from './package-file.ts';
import { listScripts, runPackageScript } from './run-package-script.ts';

/** The version of npm that comes with this version of Node. */
const npmVersion = '10.5.1';

const help = `npm <command>
  test, start, stop   run the script of that name
  run [NAME] [-- ARGUMENTS]   run a script of package.json; without a name, list them
  init -y             make a package.json
  pkg get [NAME]      show values of package.json
`;

const noInstall =
  'packages cannot be installed yet: copy the files of a package of pure JavaScript into node_modules/NAME, or import files of the workspace';
const known: Readonly<Record<string, string>> = {
  ...{ install: noInstall, i: noInstall, ci: noInstall, add: noInstall },
  publish: 'packages cannot be published here',
  audit: 'there is no audit here',
  exec: 'use npx',
  x: 'use npx',
  link: 'the workspace has no links; import the files by their path',
  outdated: 'npm install PACKAGE@latest installs the newest version',
  update: 'npm install PACKAGE@latest installs the newest version',
};

type Given = { args: readonly string[]; flags: ReadonlySet<string>; isSilent: boolean };
type Action = (given: Given, context: CommandContext) => Promise<ExecResult>;

const runNamed =
  (name: string): Action =>
  ({ args, isSilent }, context) =>
    runPackageScript({ name, args, isSilent }, context);

const actions: Readonly<Record<string, Action>> = {
  ...{ test: runNamed('test'), tst: runNamed('test'), t: runNamed('test') },
  ...{ start: runNamed('start'), stop: runNamed('stop'), restart: runNamed('restart') },
  ...{ run, 'run-script': run, init, create: init, pkg: get },
  help: async () => text(help),
  version: async () => text(`{ npm: '${npmVersion}', node: '${nodeVersion.slice(1)}' }\n`),
};

export const npm: RunCommand = command('npm', 1, async (words, context) => {
  const [flags, rest] = readFlags(words);
  const [name = 'help', ...args] = rest;
  if (flags.has('-v') || flags.has('--version')) return text(`${npmVersion}\n`);
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action)
    throw new CommandError(known[name] ?? `there is no command '${name}' here. There are: ${help.trim()}`);
  return action({ args, flags, isSilent: flags.has('-s') || flags.has('--silent') }, context);
});

/** Options before `--`; the words after it are for the script. */
function readFlags(args: readonly string[]): [flags: ReadonlySet<string>, rest: string[]] {
  const at = args.indexOf('--');
  const own = at < 0 ? args : args.slice(0, at);
  const flags = own.filter((each) => each.startsWith('-'));
  const rest = own.filter((each) => !each.startsWith('-'));
  return [new Set(flags), [...rest, ...(at < 0 ? [] : args.slice(at + 1))]];
}

async function run(
  { args: [name, ...args], flags, isSilent }: Given,
  context: CommandContext,
): Promise<ExecResult> {
  const found = await findPackage(context);
  if (name === undefined) return text(listScripts(found));
  if (flags.has('--if-present') && found.scripts[name] === undefined) return text('');
  return runPackageScript({ name, args, isSilent }, context);
}

async function init({ args }: Given, context: CommandContext): Promise<ExecResult> {
  if (args.length > 0)
    return failed(`npm: project generators do not run here; npm init -y makes a package.json`);
  const path = `${context.cwd}/package.json`;
  if (await context.fs.exists(path))
    return failed(`npm: ${path} exists; change it with an editor or npm pkg`);
  const json = {
    name: baseName(context.cwd)
      .toLowerCase()
      .replace(/[^a-z0-9._-]+/g, '-'),
    version: '1.0.0',
    type: 'module',
    main: 'index.js',
    scripts: { test: 'node --test' },
    license: 'ISC',
  };
  await writeJson(context, path, json);
  return text(`Wrote to ${path}:\n\n${JSON.stringify(json, null, 2)}\n`);
}

/** `npm pkg get NAME...`, with names such as `scripts.test`. */
async function get({ args: [action, ...names] }: Given, context: CommandContext): Promise<ExecResult> {
  if (action !== 'get') throw new CommandError('only npm pkg get is here; change package.json itself');
  const { json } = await findPackage(context);
  const valueOf = (name: string) =>
    name.split('.').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), json) ?? {};
  const [first] = names;
  const all = first === undefined ? json : Object.fromEntries(names.map((name) => [name, valueOf(name)]));
  return text(
    `${JSON.stringify(names.length === 1 && first !== undefined ? valueOf(first) : all, null, 2)}\n`,
  );
}
