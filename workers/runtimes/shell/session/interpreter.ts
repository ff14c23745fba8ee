/** Just-bash's interpreter, which the patch in scripts/vite/just-bash-patches.ts exposes. */
import type { Bash, ExecOptions } from 'just-bash/browser';

export type Script = ReturnType<Bash['transform']>['ast'];
export type Statement = Script['statements'][number];

/** stdout and stderr have one character per byte. */
export type StatementResult = { stdout: string; stderr: string; exitCode: number };

type ShellArray = { kind: 'indexed' | 'associative'; elements: Map<string, string> };

/** The parts of the interpreter's state that are kept between commands. */
export type InterpreterState = {
  env: Map<string, string>;
  arrays?: Map<string, ShellArray>;
  functions: Map<string, unknown>;
  cwd: string;
  previousDir: string;
  lastExitCode: number;
  lastArg: string;
  options: Record<string, boolean>;
  shoptOptions: Record<string, boolean>;
  directoryStack?: string[];
  /** What `$LINENO` says. */
  currentLine: number;
  /** How many functions are being called. */
  callDepth: number;
} & Partial<Record<SetName, Set<string>>>;

/** Sets of variable names, one per attribute. */
export const setNames = [
  'exportedVars',
  'readonlyVars',
  'associativeArrays',
  'namerefs',
  'boundNamerefs',
  'invalidNamerefs',
  'integerVars',
  'lowercaseVars',
  'uppercaseVars',
  'declaredVars',
] as const;
type SetName = (typeof setNames)[number];

type ExecuteCommand = (...args: readonly unknown[]) => Promise<StatementResult>;

export type Interpreter = {
  executeCommand: ExecuteCommand;
  executeSubshell: ExecuteCommand;
  ctx: {
    state: InterpreterState;
    executeStatement(statement: Statement): Promise<StatementResult>;
    executeCommand: ExecuteCommand;
    /** Called after a command failed where `set -e` would end the script. */
    onError?(statement: Statement): Promise<StatementResult | undefined>;
    /** Called around the work of each subshell, because of a patch. */
    inSubshell?: <T extends StatementResult>(work: () => Promise<T>) => Promise<T>;
    execFn(script: string, options: ExecOptions, ...rest: unknown[]): Promise<StatementResult>;
  };
  executeScript(script: { type: 'Script'; statements: Iterable<Statement> }): Promise<StatementResult>;
};

export type RunOptions = ExecOptions & {
  run(interpreter: Interpreter, script: Script): Promise<StatementResult>;
};

export function setExitCode(state: InterpreterState, exitCode: number): void {
  state.lastExitCode = exitCode;
  state.env.set('?', String(exitCode));
}
