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
    async tell(text: string, budgetTokens = 2_000) {
      const answer = await tellMemories(
        { agent: defaultAgent, text, tools: new Set(), runs: [], budgetTokens, told },
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
    expect(first.texts).toEqual(['diet: Eats no meat.']);
    expect(first.used).toEqual([{ id: diet.id, key: 'diet' }]);
    expect((await tell('And now?')).lines).toEqual([]);
    await kept(world, 'diet', 'Eats fish.', { id: diet.id, isPinned: true });
    const later = await tell('And now?');
    expect(later).toMatchObject({ intro: '', texts: ['diet: Eats fish.'] });
  });

  it('are followed by those that a later message makes relevant, and by changes of the others', async () => {
    const { world, tell } = await createTeller();
    const elm = await kept(
      world,
      'Elm',
      'The invoice of Elm was sent in the old format, which nobody in the whole office can open or read any more.',
    );
    await kept(
      world,
      'Fir',
      'The invoice of Fir was sent in the old format, which nobody in the whole office can open or read any more.',
    );
    const roomForOne = 124;
    expect((await tell('Elm?', roomForOne)).texts).toEqual([
      'Elm: The invoice of Elm was sent in the old format, which nobody in the whole office can open or read any more.',
      '1 more memory is stored. memory_search finds them.',
    ]);
    await kept(world, 'Elm', 'The invoice of Elm was paid.', { id: elm.id });
    // Both may have been stored in the same millisecond, and then have no order.
    expect((await tell('Fir?', roomForOne)).texts.toSorted()).toEqual([
      'Elm: The invoice of Elm was paid.',
      'Fir: The invoice of Fir was sent in the old format, which nobody in the whole office can open or read any more.',
    ]);
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
    expect((await tell('Hello.')).texts).toEqual(['diet: Eats no meat.']);
  });

  it('are none if the agent is denied them, or they are switched off', async () => {
    const { world, tell } = await createTeller();
    await kept(world, 'diet', 'Eats no meat.', { isPinned: true });
    await world.settings.change({ isOn: false });
    expect((await tell('Hello.')).lines).toEqual([]);
  });
});
