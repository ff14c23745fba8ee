/** `gzip`, `gunzip` and `zcat` with the browser's compression; those of just-bash need Node. */
import type { ExecResult } from 'just-bash/browser';
import {
  bytes,
  command,
  type CommandContext,
  CommandError,
  pathOf,
  describeFileError,
  stdinBytes,
} from '../command.ts';
import { compress, gunzip as unzip, isGzip, type Unzipped } from './compression.ts';
import { type Options, parseOptions } from '../options.ts';

type Mode = 'gzip' | 'gunzip' | 'zcat';

function create(name: Mode) {
  return command(name, 1, async (args, context) => {
    const options = parseOptions(
      args,
      'c/stdout/to-stdout d/decompress/uncompress f/force k/keep r/recursive t/test q/quiet v/verbose',
      '1/fast 9/best S/suffix= n/no-name hlN2345678',
    );
    const isReading = name !== 'gzip' || options.has('d') || options.has('t');
    const toStdout = name === 'zcat' || options.has('c');
    const result: ExecResult = { stdout: '', stderr: '', exitCode: 0 };
    const take = ({ data, hasGarbage }: Unzipped, each: string) => {
      if (!options.has('t')) result.stdout += bytes(data).stdout;
      if (!hasGarbage) return;
      if (!options.has('q'))
        result.stderr += `${name}: ${each}: decompression OK, trailing garbage ignored\n`;
      result.exitCode ||= 2;
    };
    const isFilter = options.operands.length === 0 || options.operands[0] === '-';
    for (const each of isFilter ? ['stdin'] : await files(context, options)) {
      try {
        if (isFilter) take(await convert(stdinBytes(context), isReading, each), each);
        else take(await convertFile(context, each, { isReading, toStdout, options }), each);
      } catch (error) {
        const message =
          error instanceof CommandError ? error.message : `${each}: ${describeFileError(error)}`;
        result.stderr += `${name}: ${message}\n`;
        result.exitCode = 1;
      }
    }
    return bytes(result.stdout, result.exitCode, result.stderr);
  });
}

export const gzip = create('gzip');
export const gunzip = create('gunzip');
export const zcat = create('zcat');

async function files(context: CommandContext, options: Options): Promise<string[]> {
  if (!options.has('r')) return options.operands;
  const found: string[] = [];
  const walk = async (name: string): Promise<void> => {
    const path = pathOf(context, name);
    if (!(await context.fs.stat(path)).isDirectory) found.push(name);
    else for (const each of await context.fs.readdir(path)) await walk(`${name}/${each}`);
  };
  for (const name of options.operands) await walk(name);
  return found;
}

async function convert(data: Uint8Array, isReading: boolean, name: string): Promise<Unzipped> {
  if (!isReading) return { data: await compress(data, 'gzip'), hasGarbage: false };
  if (!isGzip(data)) throw new CommandError(`${name}: not in gzip format`);
  return unzip(data).catch(() => {
    throw new CommandError(`${name}: unexpected end of file or damaged data`);
  });
}

type Conversion = { isReading: boolean; toStdout: boolean; options: Options };

/** What is left for the output; empty if it was written to a file. */
async function convertFile(
  context: CommandContext,
  name: string,
  { isReading, toStdout, options }: Conversion,
): Promise<Unzipped> {
  const { fs } = context;
  const suffix = options.value('S') ?? '.gz';
  const isNamed = name.endsWith(suffix) || name.endsWith('.tgz');
  const isShort = isReading && toStdout && !isNamed && !(await fs.exists(pathOf(context, name)));
  const path = pathOf(context, isShort ? name + suffix : name);
  if ((await fs.stat(path)).isDirectory) throw new CommandError(`${name} is a directory -- ignored`);
  if (!toStdout) requireSuffix(name, suffix, isNamed, isReading);
  const converted = await convert(await fs.readFileBuffer(path), isReading, name);
  if (toStdout || options.has('t')) return converted;
  const target = isReading ? path.slice(0, -suffix.length).replace(/\.$/, '.tar') : path + suffix;
  if (!options.has('f') && (await fs.exists(target)))
    throw new CommandError(`${target} already exists; use -f to overwrite it`);
  await fs.writeFile(target, converted.data);
  if (!options.has('k')) await fs.rm(path);
  return { ...converted, data: new Uint8Array() };
}

function requireSuffix(name: string, suffix: string, isNamed: boolean, isReading: boolean): void {
  if (isReading && !isNamed) throw new CommandError(`${name}: unknown suffix -- ignored`);
  if (!isReading && isNamed) throw new CommandError(`${name} already has ${suffix} suffix -- unchanged`);
}
