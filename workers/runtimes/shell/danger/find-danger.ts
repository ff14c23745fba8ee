/**
 * Finds commands that would empty the workspace or hang the shell, so that the permission gate can prompt
 * first. This is a safety net against mistakes of a model, not a security boundary: the file port is the
 * boundary, and undo restores files.
 */
import { messageOf } from '#shared/message-of.ts';
import type { Danger } from '#shared/tools/permission.ts';
import { Bash } from 'just-bash/browser';
import { resolve, workspaceRoot } from '../fs/paths.ts';
import { parseFind } from './listing.ts';
import { simpleCommands, type WalkedCommand } from './walk-script.ts';
import { shellVariables, TooManyValues, type Variables, wordValue } from './word-value.ts';

/** The absolute working directory of a script, and the values of its variables. */
type Place = { cwd: string; variables: Variables };

/**
 * What is dangerous about the command, or why it cannot be checked; undefined if no danger is found. `workingDirectory`: absolute, or relative to the workspace. `variables`: those
 * defined before the command.
 */
export function findDanger(
  command: string,
  workingDirectory: string = workspaceRoot,
  variables: readonly (readonly [name: string, value: string])[] = [],
): Danger | undefined {
  const cwd = resolve(workspaceRoot, workingDirectory);
  const known = variables.map(([name, value]) => [name, [value]] as const);
  return nested(command, { cwd, variables: new Map([...known, ...shellVariables(cwd)]) }, -1);
}

/** Maximum nesting of `sh -c "sh -c …"` that is examined. */
const maxNested = 5;

function danger(command: string, place: Place, depth: number): Danger | undefined {
  const { ast } = parser().transform(command);
  let { cwd } = place;
  for (const each of simpleCommands(ast, place.variables)) {
    if (each.isForkBomb) return { type: 'endless', command: each.name ?? '' };
    const words = wordsOf(each, cwd);
    if (words === undefined) return unchecked(new TooManyValues().message);
    const found = dangerOf(words, { cwd, variables: each.variables }, depth);
    if (found) return found;
    if (words[0] === 'cd') cwd = words[1] === undefined ? workspaceRoot : resolve(cwd, words[1]);
  }
  return undefined;
}

const unchecked = (reason: string): Danger => ({ type: 'unchecked', reason });

let cached: Bash | undefined;
/** The library's browser build exports its parser only as a method of `Bash`. */
function parser(): Bash {
  return (cached ??= new Bash({ defenseInDepth: false }));
}

/**
 * The words of a command. Undefined if there are too many possible values and the command may be dangerous.
 */
function wordsOf({ words, variables }: WalkedCommand, cwd: string): string[] | undefined {
  const known = variables.get('PWD') === undefined ? variables : new Map([...variables, ['PWD', [cwd]]]);
  try {
    return words.flatMap((word) => wordValue(word, known));
  } catch (error) {
    if (!(error instanceof TooManyValues)) throw error;
    const [first] = words;
    const names = first && first.parts.length === 1 ? wordValue(first, known) : [];
    return names.length === 1 && !isWatched(nameOf(names[0])) ? names : undefined;
  }
}

/** The name of a command without its folder, as in `/bin/rm`. */
const nameOf = (word = '') => word.slice(word.lastIndexOf('/') + 1);

/** Commands that run another command, with the letters of their options that take a value. */
const wrappers = new Map([
  ['sudo', 'CDghpRrTtUu'],
  ['command', ''],
  ['builtin', ''],
  ['exec', 'a'],
  ['nohup', ''],
  ['time', 'fo'],
  ['nice', 'n'],
  ['env', 'CSu'],
  ['timeout', 'ks'],
  ['xargs', 'adEILnPs'],
  ['doas', 'Cu'],
]);
const shells = new Set(['bash', 'sh', 'dash', 'zsh']);
const removers: Readonly<Record<string, (args: readonly string[], cwd: string) => Danger | undefined>> = {
  rm: dangerOfRemoval,
  find: dangerOfFind,
  mv: dangerOfMove,
};

function isWatched(name: string): boolean {
  return name === 'eval' || shells.has(name) || wrappers.has(name) || Object.hasOwn(removers, name);
}

function dangerOf(words: readonly string[], place: Place, depth: number): Danger | undefined {
  const [path = '', ...args] = words;
  const name = nameOf(path);
  if (depth > maxNested) return isWatched(name) ? unchecked('it is nested too deep') : undefined;
  if (name === 'eval') return nested(args.join(' '), place, depth);
  if (shells.has(name)) {
    const at = args.findIndex((word) => /^-[a-z]*c$/.test(word));
    return at < 0 ? undefined : nested(args[at + 1] ?? '', place, depth);
  }
  const options = wrappers.get(name);
  if (options !== undefined) return dangerOf(withoutOptions(args, options), place, depth + 1);
  return Object.hasOwn(removers, name) ? removers[name]?.(args, place.cwd) : undefined;
}

function nested(script: string, place: Place, depth: number): Danger | undefined {
  try {
    return danger(script, place, depth + 1);
  } catch (error) {
    // The shell uses the same parser, so it runs nothing of a script with a syntax error.
    return isSyntaxError(error) ? undefined : unchecked(messageOf(error));
  }
}

/** Tested by name, because the library does not export the error classes. */
function isSyntaxError(error: unknown): boolean {
  return error instanceof Error && /^(ParseException|LexerError)$/.test(error.name);
}

/** Removes options and assignments before the command that `sudo`, `env` or `timeout` runs. */
function withoutOptions(args: readonly string[], taking: string): readonly string[] {
  let at = 0;
  for (let word = args[at]; word !== undefined; word = args[++at]) {
    if (/^-[A-Za-z]$/.test(word) && taking.includes(word.slice(1))) at++;
    else if (!/^-|^\w+=|^\d+(\.\d+)?[smhd]?$/.test(word)) break;
  }
  return args.slice(at);
}

function dangerOfRemoval(args: readonly string[], cwd: string): Danger | undefined {
  const end = args.indexOf('--');
  const options = args.slice(0, end < 0 ? undefined : end).filter((word) => /^-./.test(word));
  const isRecursive = options.some((word) => word === '--recursive' || /^-[^-]*[rR]/.test(word));
  // An empty word, such as an unset variable, has no effect.
  const operands = args.filter((word, at) => word !== '' && ((end >= 0 && at > end) || !/^-/.test(word)));
  if (!isRecursive) {
    // Without -r, only files are removed; all files at the workspace root still need a prompt.
    const all = operands.find((word) => isAllOfRoot(word, cwd));
    return all === undefined ? undefined : { type: 'top-files', command: `rm ${all}` };
  }
  const target = operands.find((word) => isRoot(word, cwd) || isAllOfRoot(word, cwd));
  return target === undefined ? undefined : { type: 'everything', command: `rm -r ${target}` };
}

/** True for the workspace root and the folders above it. */
function isRoot(word: string, cwd: string): boolean {
  const path = resolve(cwd, expand(word));
  return workspaceRoot === path || path === '/';
}

/** True for globs such as `*`, `./*`, `/workspace/*`, `.*` and `{*,.*}` at the workspace root. */
function isAllOfRoot(word: string, cwd: string): boolean {
  const path = expand(word);
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1);
  if (!/^(\*+|\.\*|\.\[!\.\]\*|\.\?\?\*|\?*\*)$/.test(name)) return false;
  return isRoot(slash < 0 ? '.' : path.slice(0, slash + 1), cwd);
}

function expand(word: string): string {
  return word === '~' || word.startsWith('~/') ? workspaceRoot + word.slice(1) : word;
}

function dangerOfFind(args: readonly string[], cwd: string): Danger | undefined {
  const { folders, isNarrowed, removes } = parseFind(args);
  if (!removes || isNarrowed) return undefined;
  const root = folders.find((word) => isRoot(word, cwd) || isAllOfRoot(word, cwd));
  return root === undefined ? undefined : { type: 'everything', command: `find ${root}` };
}

function dangerOfMove(args: readonly string[], cwd: string): Danger | undefined {
  const operands = args.filter((word) => word !== '' && !word.startsWith('-'));
  const target = operands.at(-1);
  if (target !== '/dev/null' && !(target !== undefined && resolve(cwd, target).startsWith('/tmp')))
    return undefined;
  const source = operands.slice(0, -1).find((word) => isRoot(word, cwd) || isAllOfRoot(word, cwd));
  return source === undefined ? undefined : { type: 'moves-out', command: `mv ${source} ${target}` };
}
