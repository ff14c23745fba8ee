/** `npx`: runs a program of a package in node_modules. */
import { resolve } from '../../fs/paths.ts';
import { parentOf } from '../../../javascript/node/sync-files.ts';
import {
  command,
  CommandError,
  type CommandContext,
  readText,
  type RunCommand,
  runWords,
  stdinOf,
} from '../command.ts';
import { isRecord, textsOf } from './package-file.ts';

/** Programs whose work something else does here. */
const instead: Readonly<Record<string, string>> = {
  jest: 'there is no jest here: write tests with node:test and node:assert, and run node --test',
  vitest: 'there is no vitest here: write tests with node:test and node:assert, and run node --test',
  mocha: 'there is no mocha here: write tests with node:test and node:assert, and run node --test',
  ava: 'there is no ava here: write tests with node:test and node:assert, and run node --test',
  tsc: 'there is no TypeScript compiler here: write JavaScript, with types in comments',
  tsx: 'there is no TypeScript here: write JavaScript, with types in comments',
  'ts-node': 'there is no TypeScript here: write JavaScript, with types in comments',
  vite: 'there is no bundler and no server here: write modules that a browser loads as they are',
  webpack: 'there is no bundler here: write modules that a browser loads as they are',
  eslint: 'there is no linter here; node --check FILE finds syntax errors',
};

export const npx: RunCommand = command('npx', 1, async (args, context) => {
  const at = args.findIndex((each) => !/^(-y|--yes|--no-install|--no|--)$/.test(each));
  const [given, ...rest] = at < 0 ? [] : args.slice(at);
  if (given === undefined) throw new CommandError('name a program: npx PROGRAM [ARGUMENTS]');
  const name = given.replace(/(?<=.)@[^/]*$/, '');
  if (name === 'node') return runWords(context, ['node', ...rest], stdinOf(context));
  const file = await findProgram(name, context);
  if (file !== undefined) return runWords(context, ['node', file, ...rest], stdinOf(context));
  throw new CommandError(
    instead[name] ??
      `there is no program '${name}' in node_modules; npm install installs packages of pure JavaScript`,
    127,
  );
});

/** The file of a program: of a package with its name, or of another that has a program of that name. */
async function findProgram(name: string, context: CommandContext): Promise<string | undefined> {
  const { fs } = context;
  for (let folder = context.cwd; ; folder = parentOf(folder)) {
    const modules = resolve(folder, 'node_modules');
    if (await fs.exists(`${modules}/${name}/package.json`)) {
      const found = await programOf(context, `${modules}/${name}`, name.split('/').at(-1) ?? name);
      if (found !== undefined) return found;
    }
    for (const each of await packagesIn(context, modules)) {
      const found = await programOf(context, each, name);
      if (found !== undefined) return found;
    }
    if (folder === '/') return undefined;
  }
}

async function packagesIn({ fs }: CommandContext, modules: string): Promise<string[]> {
  if (!(await fs.exists(modules))) return [];
  const names = (await fs.readdir(modules)).filter((name) => !name.startsWith('.'));
  const scoped = names.filter((name) => name.startsWith('@'));
  const inner = await Promise.all(
    scoped.map(async (scope) => (await fs.readdir(`${modules}/${scope}`)).map((name) => `${scope}/${name}`)),
  );
  return [...names.filter((name) => !name.startsWith('@')), ...inner.flat()].map(
    (name) => `${modules}/${name}`,
  );
}

async function programOf(context: CommandContext, folder: string, name: string): Promise<string | undefined> {
  const path = `${folder}/package.json`;
  if (!(await context.fs.exists(path))) return undefined;
  const json: unknown = JSON.parse(await readText(context, path));
  if (!isRecord(json)) return undefined;
  const ownName = typeof json.name === 'string' ? (json.name.split('/').at(-1) ?? '') : '';
  const programs = typeof json.bin === 'string' ? { [ownName]: json.bin } : textsOf(json.bin);
  const file = programs[name];
  return file === undefined ? undefined : resolve(folder, file);
}
