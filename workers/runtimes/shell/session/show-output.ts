/**
 * Shows the terminal output of a running script: that of a command when it has ended, that of an interpreter
 * as a stream.
 */
import * as limits from '#shared/limits.ts';
import type { Terminal } from '../../command-streams.ts';
import { createLiveOutput } from '../../live-output.ts';
import { bytesOfText, wellFormed } from '#workers/text/encoding/byte-text.ts';
import type { Interpreter, Script, StatementResult } from './interpreter.ts';
import { shownParts, type Command } from './shown-parts.ts';
import { wordsOf } from './hints.ts';

export type ShowDeps = {
  /** Called with each piece of output that reaches the terminal. */
  output(text: string): void;
  /** Maximum UTF-16 units that a command shows while it runs. */
  maxShown: number;
  terminal: Terminal;
  /** Decodes pieces of stdout and stderr. */
  liveText(stdout: string, stderr: string): string;
};

/**
 * The output of a statement or command that was shown, with one character per byte. `isFull`: the limit was reached, and the rest is not
 * shown.
 */
type Shown = { stdout: string; stderr: string; isFull?: boolean };

/** Maximum UTF-16 units of a stream that are kept, as many as an interpreter keeps. */
const maxKept = 32_000_000;

type Stream = 'stdout' | 'stderr';
/** The terminal stream that shows each stream; absent if the stream is redirected elsewhere. */
type LiveStreams = { [stream in Stream]?: Stream | undefined };

/** Commands that stream; the library collects the output of all others until they end. */
const interpreters = new Set(['python3', 'python', 'node', 'qjs']);
/** Commands that may precede the name of a program. */
const prefixes = new Set(['timeout', 'env', 'nohup', 'sudo', 'command', 'time']);
const option = /^(-.*|[0-9.]+[smhd]?|\w+=.*)$/;

/**
 * `sent`: the shown output of the current top-level statement; `begin` and `end` must be called for each of
 * these.
 */
export function showOutput(interpreter: Interpreter, script: Script, deps: ShowDeps) {
  const sent: Shown = { stdout: '', stderr: '' };
  /**
   * The shown output of the innermost statement: slicing the output of a long loop after each command would
   * be too slow.
   */
  let current = sent;

  function show(stdout: string, stderr: string): void {
    add(current, { stdout, stderr });
    if (stdout || stderr) deps.output(deps.liveText(stdout, stderr));
  }

  function showRest(result: StatementResult, known: Shown): void {
    show(restOf(result.stdout, known.stdout), restOf(result.stderr, known.stderr));
  }

  const { statements, commands } = shownParts(script);
  const { executeStatement } = interpreter.ctx;
  interpreter.ctx.executeStatement = async (statement) => {
    if (!statements.has(statement)) return executeStatement(statement);
    const outer = current;
    const own = (current = { stdout: '', stderr: '' });
    try {
      const result = await executeStatement(statement);
      showRest(result, { ...own });
      return result;
    } finally {
      current = outer;
      add(outer, own);
    }
  };

  const { executeCommand } = interpreter;
  interpreter.executeCommand = async (...args) => {
    const [node] = args;
    const part = commands.get(node);
    const streams = part === 'all' ? liveStreams(node) : undefined;
    const live: Shown = { stdout: '', stderr: '' };
    try {
      const result = await runLive(() => executeCommand(...args), streams, live, deps);
      add(current, live);
      if (part === 'all' && !live.isFull) showRest(result, live);
      if (part === 'errors') show('', result.stderr);
      return result;
    } catch (error) {
      add(current, live);
      throw error;
    }
  };
  interpreter.ctx.executeCommand = interpreter.executeCommand;

  return {
    sent,
    begin: () => void Object.assign(sent, { stdout: '', stderr: '' }),
    end: (result: StatementResult) => showRest(result, { ...sent }),
  };
}

/** Gives a command access to the terminal, or removes it, and records in `live` what was written. */
async function runLive<T>(
  run: () => Promise<T>,
  streams: LiveStreams | undefined,
  live: Shown,
  { output, maxShown, terminal }: ShowDeps,
): Promise<T> {
  if (streams === undefined && terminal.write === undefined) return run();
  const before = { ...terminal };
  const joined = createLiveOutput(output, maxShown);
  let shown = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  terminal.tick = joined.tick;
  terminal.write =
    streams &&
    ((stream, text) => {
      const to = streams[stream];
      if (to === undefined) return;
      shown += text.length;
      live.isFull = shown > maxShown;
      if (live[to].length < maxKept) live[to] += bytesOfText(text);
      joined.add(wellFormed(text));
      timer ??= setTimeout(() => {
        timer = undefined;
        joined.flush();
      }, limits.outputMs);
    });
  try {
    return await run();
  } finally {
    clearTimeout(timer);
    joined.flush();
    Object.assign(terminal, before);
  }
}

/** The part of the output that was not shown yet; '' if the two differ because of a redirection. */
function restOf(all: string, known: string): string {
  return all.startsWith(known) ? all.slice(known.length) : '';
}

function add(to: Shown, { stdout, stderr }: Shown): void {
  to.stdout += stdout;
  to.stderr += stderr;
}

/** `node`: the syntax tree of a command that writes to the terminal. Undefined if it does not stream. */
function liveStreams(node: unknown): LiveStreams | undefined {
  const command = node as Command;
  if (command.type !== 'SimpleCommand' || !interpreters.has(programOf(wordsOf(node)))) return undefined;
  const streams: LiveStreams = { stdout: 'stdout', stderr: 'stderr' };
  for (const { fd, operator, target } of command.redirections) {
    if (operator.startsWith('<')) continue;
    const to = operator === '>&' && wordsOf({ name: target })[0];
    if (fd === 2 && to === '1') streams.stderr = streams.stdout;
    else if (fd === 2) delete streams.stderr;
    else if (fd === null || fd === 1) delete streams.stdout;
    if (operator.startsWith('&')) delete streams.stderr;
  }
  return streams;
}

function programOf(words: readonly string[]): string {
  const [first = '', ...rest] = words;
  if (!prefixes.has(first)) return first;
  return rest.find((word) => !option.test(word)) ?? '';
}
