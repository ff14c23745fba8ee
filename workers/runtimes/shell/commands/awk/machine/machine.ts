/**
 * Runs a compiled program: a list of instructions that work on a stack. Calls, loops and waiting need no
 * recursion in JavaScript, so a program can wait for files and commands, and be stopped, at any instruction.
 */
import type { AwkArray, Value } from '../text/values.ts';
import { CommandError } from '../../command.ts';
import type { Cell } from './variables.ts';

export type Instruction = (m: Machine) => void;

type Frame = { pc: number; locals: Cell[]; iterators: number };

export type Machine = {
  code: readonly Instruction[];
  /** The place of the next instruction. */
  pc: number;
  stack: Value[];
  /** Arrays and variables that were named, for the instruction that uses them. */
  arrays: AwkArray[];
  cells: Cell[];
  /** The keys that loops still have to visit, last first. */
  iterators: string[][];
  frames: Frame[];
  locals: Cell[];
  /** The array of the element that is being changed. */
  target: AwkArray;
  /** What the program waits for; its value is pushed. */
  waiting: Promise<Value> | undefined;
  isPaused: boolean;
  /** Whether END runs. */
  isEnding: boolean;
  isDone: boolean;
};

/** Where a jump goes; known when all code before it is there. */
export type Label = { at: number };

/** Nested calls. */
const maxFrames = 100_000;

export function createMachine(code: readonly Instruction[]): Machine {
  return {
    ...{ code, pc: 0, stack: [], arrays: [], cells: [], iterators: [], frames: [], locals: [] },
    ...{ target: new Map(), waiting: undefined, isPaused: false, isEnding: false, isDone: false },
  };
}

export function wait(m: Machine, promise: Promise<Value>): void {
  m.waiting = promise;
  m.isPaused = true;
}

export function halt(m: Machine): void {
  m.isDone = true;
  m.isPaused = true;
}

/** Leaves all calls and loops, as `next` does. */
export function unwind(m: Machine): void {
  for (const each of [m.stack, m.arrays, m.cells, m.iterators]) each.length = 0;
  m.locals = m.frames[0]?.locals ?? m.locals;
  m.frames.length = 0;
}

export function enter(m: Machine, { at }: Label, locals: Cell[]): void {
  if (m.frames.length >= maxFrames)
    throw new CommandError(`function calls are nested more than ${maxFrames} deep`, 2);
  m.frames.push({ pc: m.pc, locals: m.locals, iterators: m.iterators.length });
  m.locals = locals;
  m.pc = at;
}

export function leave(m: Machine): void {
  const frame = m.frames.pop();
  if (!frame) throw new CommandError('return outside of a function', 2);
  m.iterators.length = frame.iterators;
  m.locals = frame.locals;
  m.pc = frame.pc;
}

function step(m: Machine): void {
  const instruction = m.code[m.pc++];
  if (!instruction) throw new Error('The program has no end.');
  instruction(m);
}

/** Calls a function at once, such as the comparison of `asort`. It cannot wait. */
export function callNow(m: Machine, label: Label, locals: Cell[]): Value {
  const depth = m.frames.length;
  enter(m, label, locals);
  while (m.frames.length > depth) {
    step(m);
    if (!m.isPaused) continue;
    // The program ends here, whatever comes of what it would have waited for.
    m.waiting?.catch(() => undefined);
    throw new CommandError('a function that compares can neither read, wait nor exit', 2);
  }
  return m.stack.pop();
}

/** Instructions between two looks at the clock. */
const sliceLength = 10_000;
const pauseEveryMs = 50;

function runSlice(m: Machine): void {
  for (let left = sliceLength; left > 0 && !m.isPaused; left--) step(m);
}

/** Runs to the end. Pauses for timers, so that the deadline and a stop arrive. */
export async function run(m: Machine, signal: AbortSignal | undefined): Promise<void> {
  let last = performance.now();
  while (!m.isDone) {
    m.isPaused = false;
    runSlice(m);
    if (m.waiting) {
      const value = await m.waiting;
      m.waiting = undefined;
      m.stack.push(value);
    }
    if (performance.now() - last > pauseEveryMs) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      last = performance.now();
    }
    if (signal?.aborted) throw new CommandError('stopped', 124);
  }
}
