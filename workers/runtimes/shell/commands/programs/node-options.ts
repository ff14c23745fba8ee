/** The options of `node` in the shell. */
import type { TestOptions } from '../../../javascript/node/node-access.ts';
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
  /^--(enable-source-maps|no-warnings|no-deprecation|trace-[\w-]+|max-old-space-size|experimental-[\w-]+|test-concurrency|test-isolation|test-force-exit|unhandled-rejections|stack-trace-limit|input-type)(=.*)?$/;

const refused: Readonly<Record<string, string>> = {
  '--experimental-test-coverage': 'coverage is not measured here',
  '--test-coverage-include': 'coverage is not measured here',
  '--watch': 'run the command again after a change',
  '--inspect': 'there is no debugger; use console.log',
  '--inspect-brk': 'there is no debugger; use console.log',
  '--loader': 'loaders are not supported; import the files themselves',
  '--import': 'import the file in the script itself',
  '--env-file': 'set variables in the shell: set -a; . ./.env; set +a',
  '-i': 'a prompt of its own is behind "js" in the terminal',
};

export function readNodeOptions(args: readonly string[]): NodeOptions {
  const options: NodeOptions = { type: 'run', args: [], testOptions: {}, reporter: 'spec' };
  const rest = [...args];
  const only: string[] = [];
  const except: string[] = [];
  const required: string[] = [];
  while (rest[0]?.startsWith('-') && rest[0] !== '-' && rest[0] !== '--') {
    const [word = '', ...parts] = rest[0].split('=');
    const given = parts.length > 0 ? parts.join('=') : undefined;
    // The program and its arguments follow.
    if (word === '-e' || word === '--eval' || word === '-p' || word === '--print' || word === '-pe') {
      const type = word === '-e' || word === '--eval' ? 'run' : 'print';
      return { ...options, type, args: ['-e', ...(given === undefined ? [] : [given]), ...rest.slice(1)] };
    }
    rest.shift();
    const value = () => {
      const found = given ?? rest.shift();
      if (found === undefined) throw new CommandError(`${word} requires an argument`, 9);
      return found;
    };
    if (Object.hasOwn(refused, word))
      throw new CommandError(`${word} does not exist here: ${refused[word]}`, 9);
    if (word === '--version' || word === '-v') return { ...options, type: 'version' };
    if (word === '--help' || word === '-h') return { ...options, type: 'help' };
    if (word === '--test') options.type = 'test';
    else if (word === '--check' || word === '-c') options.type = 'check';
    else if (word === '--test-name-pattern') only.push(value());
    else if (word === '--test-skip-pattern') except.push(value());
    else if (word === '--test-only') options.testOptions.isOnly = true;
    else if (word === '--test-timeout') options.testOptions.timeout = Number(value());
    else if (word === '--test-reporter') options.reporter = value();
    else if (word === '--test-reporter-destination') value();
    else if (word === '-r' || word === '--require') required.push(value());
    else if (!ignored.test(word)) throw new CommandError(`bad option: ${word}`, 9);
  }
  if (required.length > 0)
    throw new CommandError(`-r does not exist here: require ${required.join(', ')} in the script itself`, 9);
  if (rest[0] === '--') rest.shift();
  return { ...options, args: rest, testOptions: { ...options.testOptions, only, except } };
}
