/** Exporting and importing an agent gives the same agent, except for values that belong to one browser. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentColours, agentSymbols, readIcon, writeIcon } from '#shared/agents/agent-icon.ts';
import { defaultAgent, type Agent } from '#shared/agents/agent.ts';
import { exportAgent, portableAgent } from '#shared/agents/export-agent.ts';
import { asId } from '#shared/ids.ts';
import { visibleName } from '#shared/invisible.ts';
import { importAgent } from '#workers/domains/agents/import/import-agent.ts';
import { capabilities } from '#shared/tools/tool.ts';

const mode = fc.constantFrom('auto', 'ask', 'deny');
const icon = fc.oneof(
  fc
    .tuple(fc.constantFrom(...agentSymbols), fc.constantFrom(...agentColours))
    .map((both) => writeIcon(...both)),
  fc.constantFrom('🦀', '👩‍💻', '🇵🇹'),
);
const name = fc.constantFrom('read_file', 'group:io', '*', 'mcp__docs__*', 'later_tool');
/** The mode of a pattern is expanded to each tool that it matches. */
const tool = fc.constantFrom('read_file', 'write_file', 'later_tool');
const agents: fc.Arbitrary<Agent> = fc.record(
  {
    id: fc.constant(asId<'agent'>('agent_1')),
    // Cleaned as in the store.
    name: fc.string().map(visibleName),
    systemPrompt: fc.string(),
    tools: fc.uniqueArray(name),
    maxSteps: fc.oneof(fc.integer({ min: 1 }), fc.constant('unlimited' as const)),
    icon,
    deny: fc.uniqueArray(fc.constantFrom(...capabilities)),
    approval: fc.record({ default: mode, tools: fc.dictionary(tool, mode) }, { requiredKeys: ['default'] }),
    timeouts: fc.dictionary(name, fc.integer({ min: 1 })),
    budget: fc.record({ tokens: fc.integer({ min: 1 }), cost: fc.constant(0.5) }, { requiredKeys: [] }),
    failedSteps: fc.integer({ min: 1, max: 100 }),
    parallelCalls: fc.integer({ min: 1, max: 32 }),
    provider: fc.constant(asId<'provider'>('provider_1')),
    model: fc.string(),
    fallbacks: fc.constant([{ provider: asId<'provider'>('provider_2') }]),
  },
  { requiredKeys: ['id', 'name', 'systemPrompt', 'tools', 'maxSteps'] },
);

describe('an exported agent', () => {
  it('is imported as it was', async () => {
    await fc.assert(
      fc.asyncProperty(agents, async (agent) => {
        const read = await importAgent(exportAgent(agent), () => true);
        expect(read).toEqual({
          ok: true,
          value: { format: 'oneclaw', draft: portableAgent(agent), left: [], more: 0 },
        });
      }),
    );
  });

  it('names no model and no id of this browser, and loses nothing else', () => {
    const own = { id: asId<'agent'>('a'), provider: asId<'provider'>('p'), model: 'm' };
    const rest = { tools: ['*'], icon: 'leaf:moss', parallelCalls: 3, budget: { tokens: 9 } };
    const text = exportAgent({ ...defaultAgent, ...rest, ...own });
    const { id: _, ...portable } = { ...defaultAgent, ...rest };
    expect(JSON.parse(text)).toEqual({ format: 'oneclaw-agent', version: 1, agent: portable });
  });
});

describe('readIcon', () => {
  it.each(['', 'compass', 'compass:pink', 'compass:blue:x', 'a', 'ab', '🦀🦀', '1', ' 🦀', '🦀'.repeat(99)])(
    'takes no %o',
    (text) => expect(readIcon(text)).toBeUndefined(),
  );

  it('takes one emoji, also of several parts', () => {
    for (const emoji of ['🦀', '👩‍💻', '🇵🇹']) expect(readIcon(emoji)).toEqual({ type: 'emoji', emoji });
  });
});
