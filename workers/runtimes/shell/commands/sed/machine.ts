/** Runs a script of sed: one cycle for each line of the input. */
import { CommandError } from '../command.ts';
import type { Pattern } from '../../patterns/pattern.ts';
import type { Input, Line } from './input.ts';
import type { Output } from './output.ts';

/**
 * What follows a command: the command after it (undefined), the one at a place, the end of the cycle with or without
 * printing (`end`, `drop`), a cycle without a new line (`again`), or the end of the script.
 */
export type Flow = number | 'end' | 'drop' | 'again' | { exitCode: number; prints: boolean } | undefined;

export type Instruction = {
  /** Whether the addresses select the current line. */
  selects(machine: Machine): boolean;
  /** Forgets the ranges, for the next file of separate ones. */
  reset(): void;
  run(machine: Machine): Flow | Promise<Flow>;
};

export type Machine = {
  space: Line;
  hold: Line;
  /** Whether a substitution succeeded since the last line was read; the commands `t` and `T` ask. */
  wasReplaced: boolean;
  lastPattern: Pattern | undefined;
  /** What is written at the end of the cycle. */
  appended: (() => void)[];
  input: Input;
  /** Where lines are printed: the standard output, or the file that is edited. */
  output: Output;
  stdout: Output;
  /** The character between lines. */
  end: string;
  isQuiet: boolean;
  /** The default length of the lines of `l`. */
  lineLength: number;
  files: ScriptFiles;
};

/** The files that the script names. They are declared while it is read, and open before the first line. */
export type ScriptFiles = {
  declareOutput(name: string): void;
  declareText(name: string): void;
  output(name: string, machine: Machine): Output;
  /** The text of a file as it is now; '' if it cannot be read. */
  text(name: string): string;
  /** The next line of a file with its end; undefined if there is none. */
  nextLine(name: string, end: string): string | undefined;
};

/** How long commands run before timers, and so the deadline, get a turn. */
const turnMs = 100;
/** How many commands run before the clock is read. */
const commandsPerLook = 200;
const maxSpaceCharacters = 32 * 1024 * 1024;

/** Returns the exit code. */
export async function runScript(
  script: readonly Instruction[],
  machine: Machine,
  isAborted: () => boolean,
): Promise<number> {
  const turn = createTurns(isAborted);
  let isAgain = false;
  while (isAgain || (await readLine(machine, script))) {
    const flow = await runCycle(script, machine, turn);
    isAgain = flow === 'again';
    const isQuit = typeof flow === 'object';
    if (flow === 'end' || (isQuit && flow.prints)) autoPrint(machine);
    if (!isQuit || flow.prints) writeAppended(machine);
    if (isQuit) return flow.exitCode;
  }
  return 0;
}

async function runCycle(
  script: readonly Instruction[],
  machine: Machine,
  turn: () => Promise<void> | undefined,
): Promise<Flow> {
  for (let at = 0; ;) {
    const instruction = script[at];
    if (!instruction) return 'end';
    const pause = turn();
    if (pause) await pause;
    at++;
    if (!instruction.selects(machine)) continue;
    const running = instruction.run(machine);
    const flow = running instanceof Promise ? await running : running;
    if (machine.space.text.length > maxSpaceCharacters)
      throw new CommandError('the pattern space is larger than 32 MB', 4);
    if (typeof flow === 'number') at = flow;
    else if (flow !== undefined) return flow;
  }
}

/** Returns a function that gives timers a turn at times; it rejects when the command was stopped. */
function createTurns(isAborted: () => boolean): () => Promise<void> | undefined {
  let [count, began] = [0, Date.now()];
  return () => {
    if (++count % commandsPerLook !== 0 || Date.now() - began < turnMs) return undefined;
    return new Promise((resolve, reject) => {
      setTimeout(() => {
        began = Date.now();
        if (isAborted()) reject(new CommandError('stopped', 124));
        else resolve();
      }, 0);
    });
  };
}

/** Reads the next line into the pattern space; false if there is none. */
export async function readLine(machine: Machine, script: readonly Instruction[] = []): Promise<boolean> {
  writeAppended(machine);
  const line = await machine.input.next();
  if (!line) return false;
  if (machine.input.lineNumber() === 1) for (const each of script) each.reset();
  machine.wasReplaced = false;
  machine.space = line;
  return true;
}

export function print({ space, output, end }: Machine): void {
  output.line(space.text, end, space.hasEnd);
}

export function autoPrint(machine: Machine): void {
  if (!machine.isQuiet) print(machine);
}

function writeAppended(machine: Machine): void {
  const waiting = machine.appended;
  if (waiting.length === 0) return;
  machine.appended = [];
  for (const write of waiting) write();
}
