/** The options of `node` in the shell. */
import type { TestOptions } from '../../../javascript/node/node-host.ts';
import { CommandError } from '../command.ts';

export type NodeOptions = {
  type: 'run' | 'print' | 'check' | 'test' | 'version' | 'help';
  /** The program and its arguments, or the files of tests. */
  args: readonly string[];
  testOptions: TestOptions;
  reporter: string;
};

/** Options that change nothing here: source maps, warnings, memory, and what is always on. */
const ignored =
  /^--(enable-source-maps|no-warnings|no-deprecation|trace-[\w-]+|max-old-space-size|experimental-[\w-]+|test-concurrency|test-isolation|test-force-exit|unhandled-rejections|stack-trace-limit|input-type)$/;

const noDebugger = 'there is no debugger; use console.log';
const refused: Readonly<Record<string, string>> = {
  '--experimental-test-coverage': 'coverage is not measured here',
  '--watch': 'run the command again after a change',
  ...{ '--inspect': noDebugger, '--inspect-brk': noDebugger },
  '--loader': 'import the files themselves',
  '--import': 'import the file in the script itself',
  ...{ '--require': 'require the file in the script itself', '-r': 'require the file in the script itself' },
  '--env-file': 'set variables in the shell: set -a; . ./.env; set +a',
  '-i': 'a prompt of its own is behind "js" in the terminal',
};

/** Options after which the program and its arguments follow. */
const programs: Readonly<Record<string, 'run' | 'print'>> = {
  ...{ '-e': 'run', '--eval': 'run', '-p': 'print', '--print': 'print', '-pe': 'print' },
};
const types: Readonly<Record<string, NodeOptions['type']>> = {
  ...{ '--version': 'version', '-v': 'version', '--help': 'help', '-h': 'help' },
  ...{ '--test': 'test', '--check': 'check', '-c': 'check' },
};

type Settings = { options: NodeOptions; only: string[]; except: string[] };

const settings: Readonly<Record<string, (value: string, given: Settings) => void>> = {
  '--test-name-pattern': (value, { only }) => void only.push(value),
  '--test-skip-pattern': (value, { except }) => void except.push(value),
  '--test-timeout': (value, { options }) => void (options.testOptions.timeout = Number(value)),
  '--test-reporter': (value, { options }) => void (options.reporter = value),
  '--test-reporter-destination': () => undefined,
};

export function readNodeOptions(args: readonly string[]): NodeOptions {
  const options: NodeOptions = { type: 'run', args: [], testOptions: {}, reporter: 'spec' };
  const given: Settings = { options, only: [], except: [] };
  const rest = [...args];
  while (rest[0]?.startsWith('-') && rest[0] !== '-' && rest[0] !== '--') {
    const [word = '', ...parts] = (rest.shift() ?? '').split('=');
    const value = parts.length > 0 ? parts.join('=') : undefined;
    const program = programs[word];
    if (program)
      return { ...options, type: program, args: ['-e', ...(value === undefined ? [] : [value]), ...rest] };
    readOption(word, () => value ?? rest.shift(), given);
  }
  if (rest[0] === '--') rest.shift();
  const { only, except } = given;
  return { ...options, args: rest, testOptions: { ...options.testOptions, only, except } };
}

function readOption(word: string, value: () => string | undefined, given: Settings): void {
  const { options } = given;
  if (Object.hasOwn(refused, word))
    throw new CommandError(`${word} does not exist here: ${refused[word]}`, 9);
  const type = types[word];
  const set = settings[word];
  if (type) options.type = type;
  else if (word === '--test-only') options.testOptions.isOnly = true;
  else if (set) {
    const found = value();
    if (found === undefined) throw new CommandError(`${word} requires an argument`, 9);
    set(found, given);
  } else if (!ignored.test(word)) throw new CommandError(`bad option: ${word}`, 9);
}
