/** The state of a shell as JSON, for the next command of the conversation. */
import * as v from 'valibot';
import { workspaceRoot } from '../fs/paths.ts';
import { type InterpreterState, setNames } from './interpreter.ts';

/** Variables that the library sets for each command, so they are not stored. */
const transient = new Set(['?', '_', 'BASH_COMMAND', 'LINENO', 'SHELLOPTS', 'BASHOPTS']);

const names = v.array(v.string());
const flags = v.record(v.string(), v.boolean());
const schema = v.object({
  version: v.literal(1),
  cwd: v.string(),
  previousDir: v.string(),
  variables: v.array(v.tuple([v.string(), v.string()])),
  arrays: v.array(
    v.object({
      name: v.string(),
      kind: v.picklist(['indexed', 'associative']),
      elements: v.array(v.tuple([v.string(), v.string()])),
    }),
  ),
  attributes: v.partial(v.object(v.entriesFromList(setNames, names))),
  /** The syntax trees of functions, in the library's format. */
  functions: v.array(v.tuple([v.string(), v.unknown()])),
  options: flags,
  shoptOptions: flags,
  directoryStack: v.optional(names),
  lastExitCode: v.number(),
  lastArg: v.string(),
  /** Modes set by `chmod`, by path of the file port. */
  modes: v.array(v.tuple([v.string(), v.number()])),
  umask: v.optional(v.number()),
  history: v.array(v.string()),
});

export type ShellState = v.InferOutput<typeof schema>;

export function parseState(text: string): ShellState | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

export function collectState(
  state: InterpreterState,
  kept: Pick<ShellState, 'modes' | 'umask' | 'history'>,
): ShellState {
  return {
    version: 1,
    cwd: state.cwd,
    previousDir: state.previousDir,
    variables: [...state.env].filter(([name]) => !transient.has(name)),
    arrays: [...(state.arrays ?? [])]
      .filter(([name]) => name !== 'PIPESTATUS')
      .map(([name, { kind, elements }]) => ({ name, kind, elements: [...elements] })),
    attributes: Object.fromEntries(
      setNames.flatMap((name) => (state[name] ? [[name, [...state[name]]]] : [])),
    ),
    functions: [...state.functions],
    options: { ...state.options },
    shoptOptions: { ...state.shoptOptions },
    ...(state.directoryStack && { directoryStack: [...state.directoryStack] }),
    lastExitCode: state.lastExitCode,
    lastArg: state.lastArg,
    ...kept,
  };
}

/** Sets the state of the interpreter before its first statement: a stored state, or that of a new shell. */
export function restoreState(state: InterpreterState, kept: ShellState | undefined): void {
  // Copied, because the library shares these objects between all commands.
  state.shoptOptions = { ...state.shoptOptions, ...(kept?.shoptOptions ?? { expand_aliases: true }) };
  for (const name of setNames) {
    const members = kept?.attributes[name] ?? state[name];
    if (members) state[name] = new Set(members);
  }
  if (!kept) return;
  const fromLibrary = ['SHELLOPTS', 'BASHOPTS'].flatMap((name) => {
    const value = state.env.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  state.env = new Map([...kept.variables, ...fromLibrary, ['?', String(kept.lastExitCode)]]);
  state.arrays = new Map(
    kept.arrays.map(({ name, kind, elements }) => [name, { kind, elements: new Map(elements) }]),
  );
  state.functions = new Map(kept.functions);
  state.options = { ...state.options, ...kept.options };
  if (kept.directoryStack) state.directoryStack = [...kept.directoryStack];
  Object.assign(state, {
    cwd: kept.cwd,
    previousDir: kept.previousDir,
    lastExitCode: kept.lastExitCode,
    lastArg: kept.lastArg,
  });
}

/** The environment variables of a new shell. */
export function firstEnvironment(): Record<string, string> {
  return {
    HOME: workspaceRoot,
    PWD: workspaceRoot,
    OLDPWD: workspaceRoot,
    PATH: '/usr/bin:/bin',
    SHELL: '/bin/bash',
    USER: 'user',
    LOGNAME: 'user',
    TMPDIR: '/tmp',
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    TZ: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
