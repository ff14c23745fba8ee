/**
 * Memories in a run: recalled for the newest message, sent after the instructions, and named in the answer.
 */
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import { resumeRun } from '#workers/domains/runs/resume-runs.ts';
import { startRun } from '#workers/domains/runs/start-run.ts';
import type { RunPrompt } from '#workers/contracts/prompt-block.ts';
import { writePromptBlock } from '#workers/domains/memory/prompt-block.ts';
import type { Recalled, RecallRequest } from '#workers/domains/memory/recall.ts';
import { defaultMemorySettings } from '#shared/memory/memory.ts';
import type { UsedMemory } from '#shared/memory/memory.ts';
import { run, session } from '#tests/fixtures/worlds/messages.ts';
import { createRunWorld, type RunWorldOptions } from '#tests/fixtures/worlds/run-world.ts';

const used = [{ id: asId<'memory'>('memory_1'), key: 'diet' }];

type Recall = (request: RecallRequest) => Promise<Recalled | undefined>;

/** The domain's block, for a run whose engine recalls with `recall`. */
function blocksOf(recall: Recall) {
  const needs = {
    database: { count: async () => 1 },
    memorySwitch: { get: () => defaultMemorySettings },
    openMemories: async () => ({ recall }),
  };
  return async ({ contextTokens, ...subject }: RunPrompt) => [
    await writePromptBlock({ ...subject, budgetTokens: contextTokens }, needs),
  ];
}

async function runWith(agent: RunWorldOptions['agent'] = {}) {
  const systems: unknown[] = [];
  const asked: RecallRequest[] = [];
  const { deps, stored } = createRunWorld({
    agent: { systemPrompt: 'Be kind.', ...agent },
    reply(messages) {
      systems.push(messages.find(({ role }) => role === 'system')?.content);
      // Start with a call, so that the run has two steps.
      return systems.length === 1
        ? { calls: [{ id: 'c', name: 'look', arguments: {} }] }
        : { text: 'Lentils.' };
    },
  });
  const recall = async (request: RecallRequest) => {
    asked.push(request);
    return { block: '<memories>No meat.</memories>', used };
  };
  const input = { session, text: 'What do I eat?', media: [] };
  const report = await startRun(
    { input, run },
    { session, abort: new AbortController() },
    { ...deps, promptBlocks: blocksOf(recall) },
  );
  const notes = [...stored.messages.values()].map(({ role, parts }) => [
    role,
    parts.flatMap((part) => (part.type === 'note' ? [part.note] : [])),
  ]);
  return { report, systems, asked, notes };
}

describe('memories of a run', () => {
  it('are in each of its requests, and named in its first answer only', async () => {
    const { report, systems, asked, notes } = await runWith();
    expect(report.outcome).toEqual({ type: 'completed' });
    expect(asked).toMatchObject([{ text: 'What do I eat?' }]);
    expect(asked[0]?.budgetTokens).toBeGreaterThan(0);
    const system = 'Be kind.\n\n<memories>No meat.</memories>';
    expect(systems).toEqual([system, system]);
    expect(notes).toEqual([
      ['user', []],
      ['assistant', [{ type: 'memories', used }]],
      ['assistant', []],
    ]);
  });

  it('are not recalled if the agent is denied them', async () => {
    const { asked, systems } = await runWith({ deny: ['memory'] });
    expect(asked).toEqual([]);
    expect(systems[0]).toBe('Be kind.');
  });

  it.each<[string, UsedMemory[]]>([
    ['the same', used],
    ['another', [{ id: asId<'memory'>('memory_2'), key: 'allergy' }]],
    ['one from outside', [{ id: asId<'memory'>('memory_1'), key: 'diet', isFromOutside: true }]],
    ['none', []],
  ])('are named again by an answer after a resume, unless they are the same: %s', async (_, after) => {
    const recallOf = (given: UsedMemory[]) => async () =>
      given.length > 0 ? { block: '<memories>…</memories>', used: given } : undefined;
    const dead = createRunWorld({
      reply: (messages) =>
        messages.some(({ role }) => role === 'tool')
          ? { text: 'Rice.' }
          : { calls: [{ id: 'c', name: 'look', arguments: {} }] },
    });
    const input = { session, text: 'What do I eat?', media: [] };
    const live = () => ({ session, abort: new AbortController() });
    await startRun({ input, run }, live(), { ...dead.deps, promptBlocks: blocksOf(recallOf(used)) });
    const events = dead.runEvents();
    // The tab died during the first reply, which is then requested again, or after it.
    for (const last of ['tool-start', 'step-end']) {
      const cut = events.slice(0, events.findIndex(({ type }) => type === last) + 1);
      const { deps, leave, stored } = createRunWorld({ reply: () => ({ text: 'Lentils.' }) });
      await leave(new TextEncoder().encode(cut.map((event) => `${JSON.stringify(event)}\n`).join('')));
      const report = await resumeRun(run, {}, live(), { ...deps, promptBlocks: blocksOf(recallOf(after)) });
      expect(report?.outcome).toEqual({ type: 'completed' });
      const parts = [...stored.messages.values()].flatMap((message) => message.parts);
      const notes = parts.flatMap((part) => (part.type === 'note' ? [part.note] : []));
      const said = notes.flatMap((note) => (note.type === 'memories' ? [note.used] : []));
      expect(said).toEqual(after === used ? [used] : [used, after]);
    }
  });
});
