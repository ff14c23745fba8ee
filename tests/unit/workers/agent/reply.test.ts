import { describe, expect, it } from 'vitest';
import { newId } from '#shared/ids.ts';
import type { RunEvent } from '#shared/runs/run-event.ts';
import { readReply } from '#workers/agent/reply.ts';
import type { StepEvent } from '#workers/agent/step-event.ts';

async function read(...events: StepEvent[]) {
  const emitted: RunEvent[] = [];
  async function* stream() {
    yield* events;
  }
  const { calls } = await readReply(stream(), {
    deps: { emit: (event) => void emitted.push(event), newCallId: () => newId('call') },
    history: [],
    signal: new AbortController().signal,
    onCall: () => undefined,
    onRestart: () => undefined,
  });
  return { calls, emitted };
}

describe("a call by another system's name for a tool", () => {
  it('has the name of the tool, in the conversation and for the executor', async () => {
    const { calls, emitted } = await read({
      ...{ type: 'call', id: 'a', name: 'bash', arguments: { command: 'ls' } },
    });
    expect(calls).toMatchObject([{ name: 'execute_shell_command', arguments: { command: 'ls' } }]);
    expect(emitted).toMatchObject([{ type: 'tool-call', name: 'execute_shell_command' }]);
  });

  it('has the parameters of the tool, and those that the name implies', async () => {
    const { calls } = await read(
      { type: 'call', id: 'a', name: 'KillBash', arguments: { shell_id: 'p1' } },
      { type: 'call', id: 'b', name: 'manage_process', arguments: { action: 'log', session_id: 'p1' } },
    );
    expect(calls).toMatchObject([
      { name: 'manage_process', arguments: { action: 'kill', id: 'p1' } },
      { name: 'manage_process', arguments: { action: 'log', id: 'p1' } },
    ]);
  });

  it('keeps arguments that are no JSON as the model wrote them', async () => {
    const { calls } = await read({ type: 'call', id: 'a', name: 'bash', arguments: '{"comm' });
    expect(calls).toMatchObject([{ name: 'execute_shell_command', arguments: '{"comm' }]);
  });
});
