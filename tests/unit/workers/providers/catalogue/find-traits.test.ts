import { describe, expect, it } from 'vitest';
import { cloudTraits, unknownTraits } from '#shared/models/provider.ts';
import { findTraits, findModelFacts, type Catalogue } from '#workers/providers/catalogue/find-traits.ts';

const catalogue: Catalogue = {
  date: '2026-01-02',
  services: {
    openai: { 'gpt-9': [900, 90, 3, 1, 2, 0.5, 0], 'gpt-9-mini': [100, 10, 0] },
    anthropic: { 'claude-x-20260101': [200, 20, 1, 3, 4, 0, 0], 'claude-x-20260202': [201, 21, 1] },
    google: { 'gemini-9': [300, 30, 1] },
    openrouter: { 'qwen/qwen-9:free': [500, 50, 0], 'openai/gpt-9': [901, 91, 3] },
  },
};
const windowOf = (model: string, baseUrl = 'https://api.openai.com/v1') =>
  findModelFacts(catalogue, { kind: 'openai-chat', baseUrl, model }).traits.contextTokens;
const openRouter = 'https://openrouter.ai/api/v1';
const unknownHost = 'https://llm.example/v1';

describe('the catalogue', () => {
  it.each<[title: string, model: string, baseUrl: string, window: number]>([
    ['the name itself', 'gpt-9', 'https://api.openai.com/v1', 900],
    ['another case', ' GPT-9 ', 'https://api.openai.com/v1', 900],
    ['a dated snapshot', 'gpt-9-2026-08-06', 'https://api.openai.com/v1', 900],
    ['an alias of the newest', 'gpt-9-latest', 'https://api.openai.com/v1', 900],
    ['a name of which only snapshots are listed', 'claude-x', 'https://api.anthropic.com/v1', 201],
    ['the prefix of Gemini', 'models/gemini-9', 'https://generativelanguage.googleapis.com/v1beta', 300],
    ['the own list of a gateway before the maker', 'openai/gpt-9', openRouter, 901],
    ['a variant at a gateway', 'openai/gpt-9:free', openRouter, 901],
    ['the maker of a model at an unknown service', 'vendor/gpt-9', unknownHost, 900],
    ['an open model at an unknown service', 'qwen-9:free', unknownHost, 500],
    ['a sibling, which is another model', 'gpt-9-nano', 'https://api.openai.com/v1', 128_000],
    ['a model nobody knows', 'secret', unknownHost, 128_000],
  ])('finds %s', (_, model, baseUrl, window) => {
    expect(windowOf(model, baseUrl)).toBe(window);
  });

  it('says prices only where they are known, and takes no zero for a price of the cache', () => {
    const facts = findModelFacts(catalogue, {
      kind: 'openai-responses',
      baseUrl: 'https://api.openai.com/v1',
      model: 'gpt-9',
    });
    expect(facts).toEqual({
      isKnown: true,
      date: '2026-01-02',
      traits: {
        contextTokens: 900,
        outputTokens: 90,
        tools: true,
        images: true,
        documents: true,
        reasoning: true,
        prices: { input: 1, output: 2, cacheRead: 0.5 },
      },
    });
    const mini = findModelFacts(catalogue, {
      kind: 'openai-chat',
      baseUrl: unknownHost,
      model: 'gpt-9-mini',
    });
    expect(mini.traits).not.toHaveProperty('prices');
  });
});

describe('the snapshot that is shipped', () => {
  it('has a date and knows the models of today', async () => {
    const { date, isKnown, traits } = await findTraits({
      kind: 'openai-responses',
      baseUrl: 'https://api.openai.com/v1',
      model: 'gpt-5',
    });
    expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(isKnown).toBe(true);
    expect(traits).toMatchObject({ contextTokens: 400_000, tools: true, images: true, reasoning: true });
  });

  it.each([
    'http://localhost:11434/v1',
    'http://127.0.0.1:1/v1',
    'http://192.168.1.4:8080/v1',
    'http://[::1]:1/v1',
    'http://nas.local/v1',
    'http://nas:8000/v1',
  ])('is not asked for a server at %s, which may have made the window small', async (baseUrl) => {
    const facts = await findTraits({ kind: 'openai-chat', baseUrl, model: 'gpt-5' });
    expect(facts).toEqual({ traits: unknownTraits, isKnown: false });
  });

  it('assumes a larger window in the cloud', async () => {
    const facts = await findTraits({ kind: 'openai-chat', baseUrl: unknownHost, model: 'unheard-of' });
    expect(facts).toMatchObject({ isKnown: false, traits: cloudTraits });
  });
});
