/** One call of `run_python`: runs the script in the conversation's session, and formats the result. */
import { messageOf } from '#shared/message-of.ts';
import { nothingPrinted } from '#shared/tools/nothing-printed.ts';
import type { ToolContent, ToolReturn } from '#workers/contracts/tool-content.ts';
import { wellFormed } from '#workers/text/encoding/byte-text.ts';
import { createCommandStreams, type Terminal } from '../command-streams.ts';
import { createKeptOutput } from '../kept-output.ts';
import { createLiveOutput } from '../live-output.ts';
import { installPackages } from './packages/install-packages.ts';
import type { OutputStream } from './interpreter.ts';
import { runScript, type PythonContext, type Script, type ScriptEnd } from './script.ts';
import type { PythonHost } from './python-host.ts';

/** Maximum UTF-16 units of output in the result. */
const outputCharacters = 15_000;

export type PythonArguments = {
  code: string;
  /** Seconds. */
  timeout: number;
  fresh?: boolean | undefined;
  packages?: readonly string[] | undefined;
  index?: string | undefined;
};

/** Throws a `ToolError` of type `timeout` that includes the output so far. */
export async function runPythonTool(
  host: PythonHost,
  { code, timeout, fresh = false, packages = [], index }: PythonArguments,
  context: PythonContext,
): Promise<ToolReturn> {
  const printed = createKeptOutput(outputCharacters, context.fullText);
  const live = createLiveOutput(context.output);
  const errors = createErrorPlace();
  const print = (stream: OutputStream, output: string) => {
    const text = wellFormed(output);
    errors.note(stream, printed.printed());
    printed.add(text);
    live.add(text);
  };
  const script: Script = { code, timeoutMs: timeout * 1000, isInteractive: true, keep: !fresh };
  const installed = await installPackages(host, packages, index, context);
  const end = await runScript(host, script, { ...context, print, tick: live.tick });
  const text = printed.text().trimEnd();
  const notes = [
    ...installed,
    ...end.notes,
    ...(await adviseOnModule(text, end, context.network !== undefined)),
  ];
  if (end.type === 'stopped') throw printed.error('timeout', explainStop({ timeout, fresh }, notes));
  return {
    content: contentOf(text, end, notes),
    metadata: {
      exit_code: String(end.exitCode),
      printed: String(printed.printed()),
      ...(end.exitCode !== 0 && printed.left() === 0 && errors.found()),
    },
    ...printed.full(linesOf('', end, notes)),
  };
}

/**
 * Records where the final stretch of stderr in the output begins (the traceback), so that the interface can
 * mark it.
 */
function createErrorPlace() {
  let at: number | undefined;
  return {
    note(stream: OutputStream, place: number): void {
      at = stream === 'stderr' ? (at ?? place) : undefined;
    },
    found: () => (at === undefined ? {} : { error_at: String(at) }),
  };
}

/** There is no pip, so a missing module adds a note on how to install packages. */
async function adviseOnModule(text: string, end: ScriptEnd, hasNetwork: boolean): Promise<string[]> {
  if (end.type !== 'ended' || end.exitCode === 0) return [];
  const [, missing] = /\nModuleNotFoundError: No module named '([\w.]+)'[^\n]*$/.exec(text) ?? [];
  const isZone = /\nzoneinfo\._common\.ZoneInfoNotFoundError: [^\n]*$/.test(text);
  const name = missing ?? (isZone ? 'tzdata' : undefined);
  if (name === undefined) return [];
  const { adviceOnModule } = await import('./packages/advise-on-module.ts');
  return [adviceOnModule(name, hasNetwork)];
}

function explainStop(
  { timeout, fresh }: { timeout: number; fresh: boolean },
  notes: readonly string[],
): string {
  const kept = fresh
    ? 'Files that it wrote are there.'
    : 'Files that it wrote and variables that it set are there.';
  const said = notes.map((note) => `\n[${note}]`).join('');
  return `The script was stopped after ${timeout} s. ${kept}${said}`;
}

type Finished = ScriptEnd & { type: 'ended' };

function linesOf(text: string, end: Finished, notes: readonly string[]): string {
  const value = end.value === undefined ? '' : `=> ${end.value}`;
  const exit = end.exitCode === 0 ? '' : `[exit code ${end.exitCode}]`;
  return [text, value, exit, ...notes.map((note) => `[${note}]`)].filter(Boolean).join('\n');
}

function contentOf(text: string, end: Finished, notes: readonly string[]): ToolContent {
  const lines = linesOf(text, end, notes);
  if (end.images.length === 0) return lines || nothingPrinted;
  return [...(lines ? [{ type: 'text' as const, text: lines }] : []), ...end.images];
}

export type CommandOutput = { stdout: string; stderr: string; exitCode: number };

/** For the shell's `python3`: a separate run that does not see the session's variables. */
export async function runPython(
  host: PythonHost,
  command: Omit<Script, 'isInteractive' | 'keep'>,
  context: PythonContext & { terminal: Terminal },
): Promise<CommandOutput> {
  const streams = createCommandStreams();
  const { write } = context.terminal;
  const print = (stream: OutputStream, text: string) => {
    streams[stream].add(text);
    write?.(stream, text);
  };
  const tick = () => context.terminal.tick();
  const script: Script = { ...command, isInteractive: false, keep: false };
  const stderr = (notes: readonly string[]) =>
    streams.stderr.text() + notes.map((note) => `python3: ${note}\n`).join('');
  try {
    const end = await runScript(host, script, { ...context, print, tick });
    const exitCode = end.type === 'stopped' ? 124 : end.exitCode;
    const notes = [
      ...end.notes,
      ...(await adviseOnModule(streams.stderr.text().trimEnd(), end, context.network !== undefined)),
    ];
    return { stdout: streams.stdout.text(), stderr: stderr(notes), exitCode };
  } catch (error) {
    if (context.signal.aborted) throw error;
    return { stdout: streams.stdout.text(), stderr: stderr([messageOf(error)]), exitCode: 1 };
  }
}
