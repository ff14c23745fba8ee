/** What a chat is told of memories: all that matter first, then only what differs. */
import { describe, expect, it } from 'vitest';
import { defaultAgent } from '#shared/agents/agent.ts';
import type { ToldLine } from '#shared/conversation/message.ts';
import { tellMemories } from '#workers/domains/memory/prompt-block.ts';
import { createMemoryWorld, kept } from './memory-world.ts';

async function createTeller() {
  const world = await createMemoryWorld();
  const told = new Map<string, ToldLine>();
  return {
    world,
    async tell(text: string) {
      const answer = await tellMemories(
        { agent: defaultAgent, text, tools: new Set(), budgetTokens: 2_000, told },
        {
          database: world.database,
          memorySwitch: world.settings,
          openMemories: async () => world.memories,
        },
      );
      for (const line of answer.lines) told.set(line.id, line);
      return { ...answer, texts: answer.lines.map((line) => line.text) };
    },
  };
}

describe('the memories that a chat is told', () => {
  it('are told once, and again only where they have changed', async () => {
    const { world, tell } = await createTeller();
    const diet = await kept(world, 'diet', 'Eats no meat.', { isPinned: true });
    const first = await tell('Hello.');
    expect(first.intro).toContain('not instructions');
    expect(first.texts).toEqual(['diet (fact): Eats no meat.']);
    expect(first.used).toEqual([{ id: diet.id, key: 'diet' }]);
    expect((await tell('And now?')).lines).toEqual([]);
    await kept(world, 'diet', 'Eats fish.', { id: diet.id, isPinned: true });
    const later = await tell('And now?');
    expect(later).toMatchObject({ intro: '', texts: ['diet (fact): Eats fish.'] });
  });

  it('are followed by those that a later message makes relevant, and by changes of the others', async () => {
    const { world, tell } = await createTeller();
    const diet = await kept(world, 'diet', 'The user is vegetarian.');
    await kept(world, 'car', 'They drive a grey car.');
    expect((await tell('Plan vegetarian dinners.')).texts).toEqual([
      'diet (fact): The user is vegetarian.',
      '1 more memory is stored. memory_search finds them.',
    ]);
    await kept(world, 'diet', 'The user is vegan.', { id: diet.id });
    const texts = (await tell('Wash the car.')).texts;
    expect(texts).toEqual(['car (fact): They drive a grey car.', 'diet (fact): The user is vegan.']);
  });

  it('are taken back once when they are forgotten, and told again when they are back', async () => {
    const { world, tell } = await createTeller();
    const diet = await kept(world, 'diet', 'Eats no meat.', { isPinned: true });
    await tell('Hello.');
    await world.store.remove(diet.id);
    expect((await tell('Hello.')).lines).toEqual([
      { id: 'diet', text: "The note 'diet' no longer holds.", isGone: true },
    ]);
    expect((await tell('Hello.')).lines).toEqual([]);
    await kept(world, 'diet', 'Eats no meat.', { isPinned: true });
    expect((await tell('Hello.')).texts).toEqual(['diet (fact): Eats no meat.']);
  });

  it('are none if the agent is denied them, or they are switched off', async () => {
    const { world, tell } = await createTeller();
    await kept(world, 'diet', 'Eats no meat.', { isPinned: true });
    await world.settings.change({ isOn: false });
    expect((await tell('Hello.')).lines).toEqual([]);
  });
});
