/** The state of a terminal: its blocks, streamed output, one command at a time, and the history. */
import { describe, expect, it } from 'vitest';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { ShellInfo, TerminalCommand } from '#shared/api/terminal.ts';
import type { ToolCallReport } from '#shared/rpc/protocol.ts';
import { asId, type CallId, type RunId } from '#shared/ids.ts';
import { createTerminal } from '#src/state/terminal/terminal.ts';

const session = asId<'session'>('session_1');
const done: ToolCallReport = { status: 'success', result: 'ok', duration_ms: 1 };

function open(shell: ShellInfo | null = null) {
  let emit: (events: readonly EngineEvent[]) => void = () => undefined;
  const started: { command: TerminalCommand; end(report: ToolCallReport): void }[] = [];
  const cancelled: CallId[] = [];
  const watched: RunId[] = [];
  const terminal = createTerminal(
    {
      api: {
        terminal: {
          shell: () => Promise.resolve(shell),
          run: (command) => new Promise((end) => started.push({ command, end })),
        },
        chat: { cancelCall: (call: CallId) => Promise.resolve(void cancelled.push(call)) },
      },
      onEvents: (listener) => {
        emit = listener;
        return () => undefined;
      },
      toasts: { attempt: (work) => work },
      changes: { watch: (run) => void watched.push(run) },
    },
    session,
  );
  return { terminal, started, cancelled, watched, emit: (event: EngineEvent) => emit([event]) };
}

async function settled(isDone: () => boolean): Promise<void> {
  await expect.poll(isDone).toBe(true);
}

describe('a terminal', () => {
  it('shows the output of a command, then its result, with the folder in which it began', async () => {
    const { terminal, started, watched, emit } = open({
      ...{ folder: '/workspace/a', history: [], commands: [], variables: [] },
    });
    await terminal.refresh();
    expect(terminal.run('execute_shell_command', 'ls')).toBe(true);
    const [block] = terminal.blocks.value;
    expect(block).toMatchObject({ text: 'ls', folder: '/workspace/a', output: '' });
    expect(started[0]?.command).toMatchObject({
      ...{ session, call: block?.id, tool: 'execute_shell_command' },
      parameters: { command: 'ls', timeout: 120 },
    });
    const output = (call: CallId | undefined, text: string) =>
      emit({ type: 'call-output', call: call ?? asId<'call'>(''), text });
    output(block?.id, 'one ');
    output(asId<'call'>('call_of_another_tab'), 'other');
    output(block?.id, 'two');
    expect(terminal.blocks.value[0]?.output).toBe('one two');
    started[0]?.end(done);
    await settled(() => terminal.running.value === undefined);
    expect(terminal.blocks.value[0]?.report).toEqual(done);
    expect(watched).toEqual([block?.run]);
  });

  it('runs one command at a time, and stops it', async () => {
    const { terminal, started, cancelled } = open();
    terminal.run('run_javascript', '1');
    expect(terminal.run('run_javascript', '2')).toBe(false);
    expect(started).toHaveLength(1);
    expect(started[0]?.command.parameters).toEqual({ code: '1', timeout: 120 });
    terminal.stop();
    expect(cancelled).toEqual([terminal.running.value?.id]);
    // The block of a running command is not cleared.
    terminal.clear();
    expect(terminal.blocks.value).toHaveLength(1);
    started[0]?.end({ status: 'error', error_type: 'cancelled', message: '', duration_ms: 1 });
    await settled(() => terminal.running.value === undefined);
    terminal.clear();
    expect(terminal.blocks.value).toEqual([]);
  });

  it('knows the history of the shell, with what was stopped, and that of each language', async () => {
    const { terminal, started } = open({
      ...{ folder: '/workspace', history: ['a', 'a', 'b'], commands: [], variables: [] },
    });
    await terminal.refresh();
    for (const [tool, text] of [
      ['execute_shell_command', 'b'],
      ['execute_shell_command', 'stopped'],
      ['run_javascript', '6 * 7'],
    ] as const) {
      terminal.run(tool, text);
      started.at(-1)?.end(done);
      await settled(() => terminal.running.value === undefined);
    }
    expect(terminal.history('execute_shell_command')).toEqual(['a', 'b', 'stopped']);
    expect(terminal.history('run_javascript')).toEqual(['6 * 7']);
    expect(terminal.history('run_python')).toEqual([]);
  });
});
