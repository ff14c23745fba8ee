/** The package.json of a project. */
import { parentOf } from '../../../javascript/node/sync-files.ts';
import { CommandError, type CommandContext, readText } from '../command.ts';

export type PackageFile = {
  /** The absolute path of its folder. */
  folder: string;
  name: string;
  version: string;
  scripts: Readonly<Record<string, string>>;
  /** Everything in the file. */
  json: Readonly<Record<string, unknown>>;
};

/** Finds it in the working directory or above. Throws if there is none. */
export async function findPackage(context: CommandContext): Promise<PackageFile> {
  for (let folder = context.cwd; ; folder = parentOf(folder)) {
    if (await context.fs.exists(`${folder}/package.json`)) return readPackage(context, folder);
    if (folder === '/')
      throw new CommandError(
        `there is no package.json in ${context.cwd} or above; npm init -y makes one`,
        254,
      );
  }
}

async function readPackage(context: CommandContext, folder: string): Promise<PackageFile> {
  const path = `${folder}/package.json`;
  let json: unknown;
  try {
    json = JSON.parse(await readText(context, path));
  } catch (error) {
    if (error instanceof SyntaxError) throw new CommandError(`${path}: ${error.message}`);
    throw error;
  }
  if (!isRecord(json)) throw new CommandError(`${path} must contain an object`);
  const { name, version, scripts } = json;
  return {
    ...{ folder, json },
    name: typeof name === 'string' ? name : '',
    version: typeof version === 'string' ? version : '',
    scripts: textsOf(scripts),
  };
}

/** The members of an object that are texts. */
export function textsOf(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).filter(
      (each): each is [string, string] => typeof each[1] === 'string',
    ),
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export async function writeJson(context: CommandContext, path: string, json: unknown): Promise<void> {
  await context.fs.writeFile(path, `${JSON.stringify(json, null, 2)}\n`);
}
