/** Determines which commands stream their output while they run, and where each of their streams goes. */
import { wordsOf } from './hints.ts';
import type { Command } from './shown-parts.ts';

type Stream = 'stdout' | 'stderr';
/** The terminal stream that shows each stream; absent if the stream is redirected elsewhere. */
export type LiveStreams = { [stream in Stream]?: Stream | undefined };

/** Commands that stream; the library collects the output of all others until they end. */
const interpreters = new Set(['python3', 'python', 'node', 'qjs']);
/** Commands that may precede the name of a program. */
const prefixes = new Set(['timeout', 'env', 'nohup', 'sudo', 'command', 'time']);
const option = /^(-.*|[0-9.]+[smhd]?|\w+=.*)$/;

/** `node`: the syntax tree of a command that writes to the terminal. Undefined if it does not stream. */
export function liveStreams(node: unknown): LiveStreams | undefined {
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
