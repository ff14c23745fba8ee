/** `jq`: the real jq on files of the shell. https://jqlang.org/manual/v1.7/ */
import { textOf, bytesOfText } from '#workers/text/encoding/byte-text.ts';
import { libraryLimits } from '../../limits.ts';
import {
  bytes,
  command,
  type CommandContext,
  CommandError,
  pathOf,
  type RunCommand,
  stdinBytes,
} from '../command.ts';

export type JqDeps = {
  remainingMs(): number;
  progress: ((text: string) => void) | undefined;
  /** Set in Node, which cannot load files of the app. */
  loadJq?: (() => Promise<WebAssembly.Module>) | undefined;
};

/** The arguments are on the stack of the module, which has 1 MB. */
const longestArguments = 500_000;

export function jq({ remainingMs, progress = () => undefined, loadJq }: JqDeps): RunCommand {
  return command('jq', 2, async (args, context) => {
    const load = loadJq ?? (async () => (await import('#workers/runtimes/jq/load-jq.ts')).loadJq(progress));
    const words = args.map(bytesOfText);
    if (words.join('').length > longestArguments) throw new CommandError('Argument list too long', 126);
    const [module, { runJq }] = await Promise.all([load(), import('#workers/runtimes/jq/run-jq.ts')]);
    const { stdout, stderr, exitCode } = await runJq(module, {
      args: words,
      environment: mapValues(context.exportedEnv ?? {}, bytesOfText),
      stdin: stdinBytes(context),
      folder: context.cwd,
      files: await filesOf(args, context),
      check: (size) => {
        if (context.signal?.aborted || remainingMs() <= 0)
          throw new CommandError('stopped at the deadline', 124);
        if (size > libraryLimits.maxOutputSize) throw new CommandError('the output is larger than 32 MB', 1);
      },
    });
    return bytes(stdout, exitCode, textOf(stderr));
  });
}

function mapValues(record: Readonly<Record<string, string>>, convert: (value: string) => string) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, convert(value)]));
}

type Names = { files: string[]; folders: string[]; program?: string; isFile: boolean; takesFiles: boolean };

/** The number of words that an option takes, and which of them is a file. */
const options: Readonly<Record<string, { words: number; file?: number }>> = {
  '--arg': { words: 2 },
  '--argjson': { words: 2 },
  '--slurpfile': { words: 2, file: 1 },
  '--rawfile': { words: 2, file: 1 },
  '--indent': { words: 1 },
};

/** The program, the files and the folders of modules that the arguments name, as jq's main.c reads them. */
function readNames(args: readonly string[]): Names {
  const names: Names = { files: [], folders: [], isFile: false, takesFiles: true };
  const rest = [...args];
  let hasOptions = true;
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (hasOptions && word === '--') hasOptions = false;
    else if (hasOptions && word.startsWith('-') && word !== '-') readOption(word, rest, names);
    else if (names.program === undefined) names.program = word;
    else if (names.takesFiles) names.files.push(word);
  }
  if (names.isFile) names.files.push(names.program ?? '');
  return names;
}

function readOption(word: string, rest: string[], names: Names): void {
  const option = options[word];
  const values = option ? rest.splice(0, option.words) : [];
  if (option?.file !== undefined) names.files.push(values[option.file] ?? '');
  if (word === '--args' || word === '--jsonargs') names.takesFiles = false;
  if (word === '--from-file' || /^-[a-zA-Z]*f/.test(word)) names.isFile = true;
  const folder = /^-[a-zA-Z]*L(.*)$/s.exec(word)?.[1];
  if (folder !== undefined) names.folders.push(folder || (rest.shift() ?? ''));
}

/** Reads what jq may open. A missing file is left out, so that jq reports it. */
async function filesOf(args: readonly string[], context: CommandContext) {
  const files = new Map<string, Uint8Array | undefined>();
  const home = `${context.env.get('HOME') ?? ''}/.jq`;
  const names = readNames(args);
  const texts = [names.program ?? ''];
  const read = async (name: string) => {
    const path = pathOf(context, name);
    if (files.has(path)) return;
    const content = await readIfThere(context, path);
    if (content === undefined) return;
    files.set(path, content === 'folder' ? undefined : content);
    if (content !== 'folder' && !path.endsWith('.json')) texts.push(textOf(content));
  };
  for (const name of [...names.files, home]) if (name !== '/dev/stdin') await read(name);
  const folders = [...names.folders, home, '.'];
  for (let text = texts.pop(); text !== undefined; text = texts.pop())
    for (const module of modulesIn(text))
      for (const folder of folders) for (const path of placesOf(module)) await read(`${folder}/${path}`);
  return files;
}

async function readIfThere({ fs }: CommandContext, path: string): Promise<Uint8Array | 'folder' | undefined> {
  if (!(await fs.exists(path))) return undefined;
  return (await fs.stat(path)).isDirectory ? 'folder' : fs.readFileBuffer(path);
}

function modulesIn(program: string): string[] {
  return [...program.matchAll(/\b(?:import|include)\s+"([^"\\]+)"/g)].map(([, name = '']) => name);
}

/** https://jqlang.org/manual/v1.7/#modules */
function placesOf(module: string): string[] {
  const last = module.slice(module.lastIndexOf('/') + 1);
  return ['.jq', '.json', `/${last}.jq`, `/${last}.json`].map((end) => module + end);
}
