/** `npm` in the shell: scripts of package.json, and packages of pure JavaScript. */
import type { ExecResult } from 'just-bash/browser';
import type { NetworkPort } from '#workers/contracts/ports/network-port.ts';
import { nodeVersion } from '../../../javascript/host-functions.ts';
import { baseName } from '../../fs/paths.ts';
import { command, CommandError, type CommandContext, failed, type RunCommand, text } from '../command.ts';
import type { Order } from './install/package-spec.ts';
import { findPackage, isRecord, writeJson } from './package-file.ts';
import { listScripts, runPackageScript } from './run-package-script.ts';

/** The version of npm that comes with this version of Node. */
const npmVersion = '10.5.1';

const help = `npm <command>
  test, start, stop   run the script of that name
  run [NAME] [-- ARGUMENTS]   run a script of package.json; without a name, list them
  init -y             make a package.json
  pkg get [NAME]      show values of package.json
  install [NAME[@RANGE]...]   install packages of pure JavaScript (-D, -E, --no-save, --omit=dev, --registry=ADDRESS)
  ci                  install what package-lock.json says
  uninstall NAME...   remove packages
  ls [NAME] [--all]   list what is installed
`;

const known: Readonly<Record<string, string>> = {
  publish: 'packages cannot be published here',
  audit: 'there is no audit here',
  exec: 'use npx',
  x: 'use npx',
  link: 'the workspace has no links; import the files by their path',
  outdated: 'npm install PACKAGE@latest installs the newest version',
  update: 'npm install PACKAGE@latest installs the newest version',
};

type Given = Order & { isSilent: boolean };
type Deps = { network: NetworkPort | undefined };
type Action = (given: Given, context: CommandContext, deps: Deps) => Promise<ExecResult>;

/** Installing loads at its first use, with the library that reads ranges. */
const installing =
  (name: 'install' | 'cleanInstall' | 'uninstall'): Action =>
  async (given, context, { network }) =>
    (await import('./install/install.ts'))[name](given, context, network);

const runNamed =
  (name: string): Action =>
  ({ args, isSilent }, context) =>
    runPackageScript({ name, args, isSilent }, context);

const actions: Readonly<Record<string, Action>> = {
  ...{ test: runNamed('test'), tst: runNamed('test'), t: runNamed('test') },
  ...{ start: runNamed('start'), stop: runNamed('stop'), restart: runNamed('restart') },
  ...{ run, 'run-script': run, init, create: init, pkg: get },
  ...{ install: installing('install'), i: installing('install'), add: installing('install') },
  ...{ ci: installing('cleanInstall'), 'clean-install': installing('cleanInstall') },
  ...{ uninstall: installing('uninstall'), remove: installing('uninstall'), rm: installing('uninstall') },
  ...{ un: installing('uninstall'), ls: list, list },
  help: async () => text(help),
  version: async () => text(`{ npm: '${npmVersion}', node: '${nodeVersion.slice(1)}' }\n`),
};

export function npm({ network }: Deps): RunCommand {
  return command('npm', 1, async (words, context) => runNpm(words, context, { network }));
}

async function runNpm(words: readonly string[], context: CommandContext, deps: Deps): Promise<ExecResult> {
  const { flags, values, rest } = readFlags(words);
  const [name = 'help', ...args] = rest;
  if (flags.has('-v') || flags.has('--version')) return text(`${npmVersion}\n`);
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (!action)
    throw new CommandError(known[name] ?? `there is no command '${name}' here. There are: ${help.trim()}`);
  const isSilent = flags.has('-s') || flags.has('--silent');
  return action({ args, flags, values, isSilent }, context, deps);
}

/** Options whose value may be the next word. */
const valued = new Set(['--registry', '--omit', '--prefix']);

/** Options before `--`; the words after it are for the script. */
function readFlags(args: readonly string[]): Pick<Order, 'flags' | 'values'> & { rest: string[] } {
  const at = args.indexOf('--');
  const own = (at < 0 ? args : args.slice(0, at)).values();
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const rest: string[] = [];
  for (const word of own) {
    const [name = '', ...value] = word.split('=');
    if (!word.startsWith('-')) rest.push(word);
    else if (valued.has(name))
      values.set(name, value.length > 0 ? value.join('=') : (own.next().value ?? ''));
    else flags.add(word);
  }
  return { flags, values, rest: [...rest, ...(at < 0 ? [] : args.slice(at + 1))] };
}

async function list(given: Given, context: CommandContext): Promise<ExecResult> {
  return (await import('./install/list-packages.ts')).listPackages(given, context);
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
