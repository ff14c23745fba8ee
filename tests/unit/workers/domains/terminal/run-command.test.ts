/**
 * A command of the user runs as the agent of its chat: without approval, but with the agent's denied
 * capabilities.
 */
import { describe, expect, it } from 'vitest';
import { defaultAgent, type Agent } from '#shared/agents/agent.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { TerminalCommand } from '#shared/api/terminal.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import { asId } from '#shared/ids.ts';
import type { CallScope } from '#workers/engine/calls/executor.ts';
import { runCommand } from '#workers/domains/terminal/run-command.ts';

const session = asId<'session'>('session_1');
const careful: Agent = {
  ...defaultAgent,
  id: asId<'agent'>('agent_careful'),
  ...{ name: 'Careful', tools: ['read_file'], deny: ['network'], approval: { default: 'ask' } },
};

function engine() {
  const scopes: CallScope[] = [];
  const events: EngineEvent[] = [];
  const info: SessionInfo = { id: session, title: '', agent: careful.id, head: null, updated: 0 };
  const executor = {
    execute: (_: unknown, scope: CallScope) => {
      scopes.push(scope);
      scope.onOutput('piece');
      return Promise.resolve({ result: { status: 'success', result: 'done' } as const, duration_ms: 5 });
    },
  };
  return {
    scopes,
    events,
    needs: {
      agents: { get: (id: string) => Promise.resolve(id === careful.id ? careful : undefined) },
      bus: { post: (event: EngineEvent) => void events.push(event) },
      sessions: { get: (id: string) => Promise.resolve(id === session ? info : undefined) },
      openCallPath: () => Promise.resolve({ executor }),
    },
  };
}

const command: TerminalCommand = {
  call: asId<'call'>('call_1'),
  run: asId<'run'>('run_1'),
  tool: 'execute_shell_command',
  parameters: { command: 'ls' },
};

describe('runCommand', () => {
  it('runs in the shell of the chat, as its agent: denied capabilities hold, tool list and approval modes do not', async () => {
    const { needs, scopes, events } = engine();
    const report = await runCommand({ ...command, session }, needs);
    expect(report).toEqual({ status: 'success', result: 'done', duration_ms: 5 });
    expect(scopes[0]).toMatchObject({
      session,
      run: 'run_1',
      agent: {
        ...{ name: 'Careful', tools: ['execute_shell_command'], deny: ['network'] },
        approval: { default: 'auto' },
      },
    });
    expect(events).toEqual([{ type: 'call-output', call: 'call_1', text: 'piece' }]);
  });

  it('says once that it waits for the agent, and that it goes on', async () => {
    const { needs, events, scopes } = engine();
    await runCommand({ ...command, session }, needs);
    events.length = 0;
    scopes[0]?.onStart();
    expect(events).toEqual([]);
    scopes[0]?.onQueue?.();
    scopes[0]?.onStart();
    expect(events).toEqual(
      [true, false].map((isQueued) => ({ type: 'call-queued', call: 'call_1', isQueued })),
    );
  });

  it('runs a tool whose approval mode is deny, because the user typed it', async () => {
    const { needs, scopes } = engine();
    const approval = { default: 'auto', tools: { execute_shell_command: 'deny' } } as const;
    const denies = { ...needs, agents: { get: () => Promise.resolve({ ...careful, approval }) } };
    expect(await runCommand({ ...command, session }, denies)).toMatchObject({ status: 'success' });
    expect(scopes[0]?.agent.approval).toEqual({ default: 'auto' });
  });

  it('runs outside of chats without a session', async () => {
    const { needs, scopes } = engine();
    await runCommand(command, needs);
    expect(scopes[0]).toMatchObject({ agent: { name: 'Console' } });
    expect(scopes[0]).not.toHaveProperty('session');
  });

  it('refuses a chat that is gone, and tools that are no prompt of a terminal', async () => {
    const { needs, scopes } = engine();
    const gone = await runCommand({ ...command, session: asId<'session'>('session_2') }, needs);
    expect(gone).toMatchObject({
      status: 'error',
      message: expect.stringContaining('was deleted') as unknown,
    });
    const other = { ...command, tool: 'delete_file' } as unknown as TerminalCommand;
    expect(await runCommand(other, needs)).toMatchObject({
      status: 'error',
      error_type: 'tool_not_available',
    });
    expect(scopes).toEqual([]);
  });
});
