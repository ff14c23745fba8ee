/**
 * Pictures for a model without vision: another model looks, the agent's own first, within its hosts and
 * budgets.
 */
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { createRunWorld } from '#tests/fixtures/worlds/run-world.ts';
import { defaultAgent, type Agent } from '#shared/agents/agent.ts';
import { asId, newId } from '#shared/ids.ts';
import { unknownTraits, type ProviderInfo } from '#shared/models/provider.ts';
import { openDatabase } from '#workers/domains/database.ts';
import { createSpending } from '#workers/domains/budget/spending.ts';
import {
  canSeePictures,
  describePicture,
  type DescribePictureDeps,
} from '#workers/domains/runs/describe-picture.ts';

const providerAt = (name: string): ProviderInfo => ({
  id: asId<'provider'>(name),
  ...{
    kind: 'openai-chat',
    label: name,
    baseUrl: `https://${name}.example/v1`,
    model: 'blind',
    hasKey: false,
  },
});
const seeing = { provider: asId<'provider'>('second'), model: 'eye' };

/** `eyes`: the input price of each provider whose model sees; 0 means an unknown price. */
async function open(agent: Partial<Agent> = {}, eyes: Readonly<Record<string, number>> = {}) {
  const asked: string[] = [];
  const spending = createSpending(await openDatabase({ name: newId('run') }));
  const world = createRunWorld({
    reply: () => ({ text: 'A cat.', usage: { prompt_tokens: 90, completion_tokens: 10 } }),
    agent: { provider: asId<'provider'>('first'), ...agent },
  });
  const { fetch } = world.deps.providerDeps;
  const withEye = (provider: ProviderInfo): ProviderInfo =>
    provider.id in eyes ? { ...provider, model: 'eye' } : provider;
  const deps: DescribePictureDeps = {
    ...world.deps,
    spending,
    providerDeps: {
      ...world.deps.providerDeps,
      fetch: (url, init) => {
        asked.push(new URL(String(url)).host);
        return fetch(url, init);
      },
    },
    providers: {
      get: async (id) => ['first', 'second', 'third'].map(providerAt).find((each) => each.id === id),
      defaultId: async () => asId<'provider'>('first'),
      list: async () => ['first', ...Object.keys(eyes)].map(providerAt).map(withEye),
      target: async ({ id, model, baseUrl = '' }) => {
        const input = eyes[id ?? ''];
        if (Number.isNaN(input)) throw new Error('The keys are locked.');
        return {
          ...{ baseUrl, apiKey: '', model },
          traits: {
            ...{ ...unknownTraits, images: model === 'eye' },
            ...(input ? { prices: { input, output: input } } : {}),
          },
        };
      },
    },
  };
  const run = newId('run');
  const look = () =>
    describePicture(
      { media_type: 'image/png', data: new Uint8Array([1, 2, 3]) },
      'What is it?',
      { agent: defaultAgent.id, run },
      new AbortController().signal,
      deps,
    );
  const canSee = () => canSeePictures({ agent: defaultAgent.id }, deps);
  return { asked, spending, run, look, canSee };
}

it.each<[boolean, Partial<Agent>, Record<string, number>]>([
  [true, { model: 'eye' }, {}],
  [true, { fallbacks: [seeing] }, {}],
  [true, {}, { third: 1 }],
  [false, {}, {}],
  [false, { isGuarded: true }, { third: 1 }],
  [false, { fallbacks: [seeing], hosts: { allow: ['first.example'] } }, {}],
])('whether any model may look is known before one is asked: %s for %j %j', async (isSeen, agent, eyes) => {
  const { asked, canSee } = await open(agent, eyes);
  expect(await canSee()).toBe(isSeen);
  expect(asked).toEqual([]);
});

describe('a picture', () => {
  it('goes nowhere else where the model of the conversation sees', async () => {
    const { asked, look } = await open({ model: 'eye' });
    expect(await look()).toEqual({ type: 'sees' });
    expect(asked).toEqual([]);
  });

  it('goes to a fallback of the agent that sees, which the run is charged for', async () => {
    const { asked, spending, run, look } = await open({ fallbacks: [seeing] });
    expect(await look()).toEqual({ type: 'answered', model: 'eye (second)', text: 'A cat.' });
    expect(asked).toEqual(['second.example']);
    expect(spending.chargedTo(run).tokens).toBe(100);
    expect((await spending.today()).tokens).toBe(100);
    spending.forget(run);
    expect(spending.chargedTo(run).tokens).toBe(0);
  });

  it('goes to the cheapest other model that sees where the agent has none, and it is named', async () => {
    const { asked, look } = await open({}, { second: 0, third: 3, fourth: 1, fifth: NaN });
    expect(await look()).toMatchObject({ type: 'answered', model: 'eye (fourth)' });
    expect(asked).toEqual(['fourth.example']);
  });

  it("goes to the agent's own before a cheaper one", async () => {
    const { asked, look } = await open({ fallbacks: [seeing] }, { third: 0.1 });
    await look();
    expect(asked).toEqual(['second.example']);
  });

  it.each<[Partial<Agent>, Record<string, number>]>([
    [{ fallbacks: [{ provider: seeing.provider }] }, {}],
    // A guarded agent must not send the picture to a new host without approval.
    [{ isGuarded: true }, { third: 1 }],
  ])('goes nowhere where no model may look: %j %j', async (agent, eyes) => {
    const { asked, look } = await open(agent, eyes);
    await expect(look()).rejects.toMatchObject({
      type: 'tool_not_available',
      message: expect.stringContaining('fallbacks') as unknown,
    });
    expect(asked).toEqual([]);
  });

  it.each([{ allow: ['first.example'] }, { block: ['*.example'] }])(
    'goes to no host that the lists of the agent exclude: %j',
    async (hosts) => {
      const { asked, look } = await open({ fallbacks: [seeing], hosts });
      await expect(look()).rejects.toMatchObject({
        type: 'permission_denied',
        message: expect.stringContaining('second.example') as unknown,
      });
      expect(asked).toEqual([]);
    },
  );

  it('goes to the next fallback that sees where the first is excluded', async () => {
    const { asked, look } = await open({
      fallbacks: [seeing, { provider: asId<'provider'>('third'), model: 'eye' }],
      hosts: { block: ['second.example'] },
    });
    expect(await look()).toMatchObject({ type: 'answered' });
    expect(asked).toEqual(['third.example']);
  });

  it("goes nowhere once the run's budget or the day's is used up", async () => {
    const ofRun = await open({ fallbacks: [seeing], budget: { tokens: 100 } });
    await ofRun.look();
    await expect(ofRun.look()).rejects.toThrow('The budget of this run is used up');
    expect(ofRun.asked).toHaveLength(1);
    const ofReplies = await open({ fallbacks: [seeing], budget: { tokens: 100 } });
    ofReplies.spending.watch(ofReplies.run, () => ({ tokens: 100, cost: 0 }));
    await expect(ofReplies.look()).rejects.toThrow('The budget of this run is used up');
    expect(ofReplies.asked).toEqual([]);
    const ofDay = await open({ fallbacks: [seeing] });
    await ofDay.spending.setBudget({ tokens: 100 });
    await ofDay.look();
    await expect(ofDay.look()).rejects.toThrow('The budget of today is used up');
    expect(ofDay.asked).toHaveLength(1);
  });
});
