/** What the gate asks for, of whom, and what it remembers. */
import { describe, expect, it } from 'vitest';
import { browserAgentId, defaultAgent, type Agent } from '#shared/agents/agent.ts';
import { newId } from '#shared/ids.ts';
import type { PromptAnswer, PromptSubject } from '#shared/tools/permission.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { createPermissionGate, type GateDeps } from '#workers/engine/permissions/permission-gate.ts';

const tool: ToolDefinition = {
  ...{ name: 'http_request', title: 'HTTP', description: 'Asks a server.', category: 'network' },
  ...{ parameters: { type: 'object', properties: { url: { type: 'string' } } } },
  ...{ permissions: ['geolocation'], capabilities: ['network'], timeoutSeconds: 10, repeatable: false },
  ...{ urlParameters: ['url'], runs: 'host' },
};
const browserAgent: Agent = { ...defaultAgent, id: browserAgentId, approval: { default: 'ask' } };
const careful: Agent = { ...defaultAgent, approval: { default: 'ask' } };

function setUp(answer: PromptAnswer, verdict: 'ask' | 'allowed' = 'allowed') {
  const asked: PromptSubject[] = [];
  const kept: string[] = [];
  const ports: GateDeps = {
    egress: {
      check: async () => (verdict === 'ask' ? { type: 'ask', host: 'localhost:1' } : { type: 'allowed' }),
    },
    prompts: {
      ask: async ({ subject }) => (asked.push(subject), subject.type === 'approval' ? answer : 'allowed'),
      answer: () => false,
      open: () => [],
    },
    hosts: { has: () => false, allow: async (host) => void kept.push(host) },
    query: async () => 'prompt',
    approveAlways: async (agent, name) => void kept.push(`${agent} ${name}`),
  };
  const gate = createPermissionGate(ports);
  const check = (agent: Agent, called = tool) =>
    gate.check({
      ...{ tool: called, arguments: { url: 'http://localhost:1/' }, call: newId('call'), agent },
      signal: new AbortController().signal,
    });
  return { check, asked, kept };
}

describe('the permission gate', () => {
  it('remembers what an agent of ours was allowed for the session', async () => {
    const { check, asked } = setUp('session');
    expect(await check(careful)).toBeUndefined();
    expect(await check(careful)).toBeUndefined();
    expect(asked.filter(({ type }) => type === 'approval')).toHaveLength(1);
  });

  it('takes a tool that took the name of another for what it is', async () => {
    const { check, asked } = setUp('session');
    await check(careful);
    await check(careful, { ...tool });
    expect(asked.filter(({ type }) => type === 'approval')).toHaveLength(2);
  });

  it.each(['session', 'always', 'allowed'] as const)(
    'asks for every call of an agent of the browser, first of all, and remembers no %s',
    async (answer) => {
      const { check, asked, kept } = setUp(answer);
      expect(await check(browserAgent)).toBeUndefined();
      expect(await check(browserAgent)).toBeUndefined();
      expect(asked.map(({ type }) => type)).toEqual(['approval', 'permission', 'approval', 'permission']);
      expect(asked[0]).toMatchObject({ isFromBrowser: true });
      expect(kept).toEqual([]);
    },
  );

  it('opens no private address to an agent of the browser', async () => {
    const { check, asked, kept } = setUp('allowed', 'ask');
    expect(await check(browserAgent)).toMatchObject({ errorType: 'permission_denied' });
    expect(asked.some(({ type }) => type === 'host')).toBe(false);
    expect(kept).toEqual([]);
  });
});
