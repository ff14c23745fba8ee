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
import { compress, decompress, isGzip } from './compression.ts';
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
    if (options.operands.length === 0 || options.operands[0] === '-')
      return bytes(await convert(stdinBytes(context), isReading, 'stdin'));
    const result: ExecResult = { stdout: '', stderr: '', exitCode: 0 };
    for (const each of await files(context, options)) {
      try {
        const converted = await convertFile(context, each, { isReading, toStdout, options });
        if (toStdout && !options.has('t')) result.stdout += bytes(converted).stdout;
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

async function convert(data: Uint8Array, isReading: boolean, name: string): Promise<Uint8Array> {
  if (!isReading) return compress(data, 'gzip');
  if (!isGzip(data)) throw new CommandError(`${name}: not in gzip format`);
  return decompress(data, 'gzip').catch(() => {
    throw new CommandError(`${name}: unexpected end of file or damaged data`);
  });
}

type Conversion = { isReading: boolean; toStdout: boolean; options: Options };

async function convertFile(
  context: CommandContext,
  name: string,
  { isReading, toStdout, options }: Conversion,
): Promise<Uint8Array> {
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
  await fs.writeFile(target, converted);
  if (!options.has('k')) await fs.rm(path);
  return converted;
}

function requireSuffix(name: string, suffix: string, isNamed: boolean, isReading: boolean): void {
  if (isReading && !isNamed) throw new CommandError(`${name}: unknown suffix -- ignored`);
  if (!isReading && isNamed) throw new CommandError(`${name} already has ${suffix} suffix -- unchanged`);
}
