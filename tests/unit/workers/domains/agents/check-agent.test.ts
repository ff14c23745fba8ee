/** Agents that the engine rejects, whoever sends them. */
import { describe, expect, it } from 'vitest';
import { defaultAgent, type AgentDraft } from '#shared/agents/agent.ts';
import { asId } from '#shared/ids.ts';
import { checkAgent } from '#workers/domains/agents/check-agent.ts';
import { checkBudget } from '#workers/domains/budget/check-budget.ts';
import { checkDraft } from '#workers/domains/providers/check-provider.ts';

const fault = (part: Partial<AgentDraft>) => checkAgent({ ...defaultAgent, ...part });

describe('checkDraft', () => {
  const draft = { label: 'S', model: 'm', baseUrl: 'https://s.example/v1' } as const;
  const priced = (input: number) =>
    checkDraft({ ...draft, kind: 'openai-chat', traits: { prices: { input, output: 1 } } });

  it('refuses prices that would turn costs into nonsense', () => {
    expect(priced(0)).toBeUndefined();
    for (const price of [-1, NaN, Infinity]) expect(priced(price)).toContain("'traits.prices'");
  });
});

describe('checkAgent', () => {
  it('has nothing against the agent that came with the app, nor against one with every limit', () => {
    expect(fault({})).toBeUndefined();
    expect(
      fault({
        parallelCalls: 32,
        failedSteps: 100,
        timeouts: { '*': 20, read_file: 0.5 },
        budget: { tokens: 1, cost: 0.001 },
        fallbacks: [{ provider: asId<'provider'>('p'), model: 'm' }],
      }),
    ).toBeUndefined();
  });

  it('refuses a name that fills the screen', () => {
    expect(fault({ name: 'a'.repeat(101) })).toContain('100 characters');
    expect(fault({ name: 'a'.repeat(100) })).toBeUndefined();
  });

  it.each([0, 1.5, 33, NaN])('refuses %s calls side by side', (parallelCalls) =>
    expect(fault({ parallelCalls })).toContain("'parallelCalls'"),
  );

  it.each([0, 1.5, 101, NaN])('refuses %s as the limit of steps that failed', (failedSteps) =>
    expect(fault({ failedSteps })).toContain("'failedSteps' must be a whole number from 1 to 100"),
  );

  it.each([0, -1, NaN, Infinity])('refuses a deadline of %s seconds', (seconds) =>
    expect(fault({ timeouts: { '*': seconds } })).toContain("'timeouts'"),
  );

  it.each([{ tokens: 0 }, { tokens: 0.5 }, { cost: -1 }, { cost: Infinity }])(
    'refuses the budget %j',
    (budget) => {
      expect(fault({ budget })).toContain('budget');
      expect(checkBudget(budget)).toContain('budget');
    },
  );

  it.each([
    ['approval', 'ask'],
    ['approval', { default: 'Ask' }],
    ['approval', { default: 'ask', tools: { read_file: 'never' } }],
    ['deny', 'network'],
    ['deny', ['netwrok']],
    ['tools', [1]],
    ['systemPrompt', null],
    ['name', 7],
  ])('refuses %s %j, which would say less than it seems to', (field, value) =>
    expect(fault({ [field]: value })).toContain(`'${field}'`),
  );

  it('refuses fallbacks that name no provider', () => {
    const nameless = JSON.parse('[{"model":"m"}]') as AgentDraft['fallbacks'] & object;
    expect(fault({ fallbacks: nameless })).toContain("'fallbacks'");
  });
});
