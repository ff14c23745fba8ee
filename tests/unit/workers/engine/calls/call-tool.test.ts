import { describe, expect, it } from 'vitest';
import { defaultAgent, type Agent } from '#shared/agents/agent.ts';
import { asId } from '#shared/ids.ts';
import { callTool, type CallToolNeeds } from '#workers/engine/calls/call-tool.ts';
import type { CallScope } from '#workers/engine/calls/executor.ts';
import { createRegistry } from '#workers/engine/calls/registry.ts';

const session = asId<'session'>('session_1');
const narrow: Agent = { ...defaultAgent, id: asId<'agent'>('agent_narrow'), tools: [] };

function open() {
  const scopes: CallScope[] = [];
  const registry = createRegistry([], {
    isDisabled: () => false,
    isAbsent: () => false,
    lackOf: () => undefined,
    onChange: () => undefined,
  });
  const needs: CallToolNeeds = {
    agents: { get: async (id) => (id === narrow.id ? narrow : undefined) },
    sessions: { get: async (id) => (id === session ? { agent: narrow.id } : undefined) },
    openCallPath: async () => ({
      executor: {
        async execute(_, scope) {
          scopes.push(scope);
          return { result: { status: 'success', result: 'ok' }, duration_ms: 1 };
        },
      },
    }),
    openRegistry: async () => registry,
  };
  const call = (options: { session?: string; agent?: string } = {}) =>
    callTool(
      {
        ...{ name: 'noop', parameters: {} },
        ...(options.session ? { session: asId<'session'>(options.session) } : {}),
        ...(options.agent ? { agent: asId<'agent'>(options.agent) } : {}),
      },
      needs,
    );
  return { call, scopes };
}

describe('a call of the user', () => {
  it('is outside of conversations, and may use every tool', async () => {
    const { call, scopes } = open();
    await call();
    expect(scopes[0]).not.toHaveProperty('session');
    expect(scopes[0]?.agent.tools).toContain('*');
  });

  it('joins a session, as its agent', async () => {
    const { call, scopes } = open();
    expect(await call({ session })).toMatchObject({ status: 'success' });
    expect(scopes[0]).toMatchObject({ session, agent: { id: narrow.id } });
  });

  it.each([
    [{ session: 'session_gone' }, /no session 'session_gone'/],
    [{ agent: 'agent_gone' }, /no agent 'agent_gone'/],
  ])('is refused for %j', async (options, message) => {
    const { call, scopes } = open();
    expect(await call(options)).toMatchObject({ status: 'error', message: expect.stringMatching(message) });
    expect(scopes).toEqual([]);
  });
});
