/** A run with memories: they are asked for with the newest message, sent after the instructions, and named in the answer. */
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import { startRun } from '#workers/domains/runs/start-run.ts';
import type { RecallRequest } from '#workers/domains/memory/recall.ts';
import { run, session } from '#tests/fixtures/worlds/messages.ts';
import { createRunWorld, type RunWorldOptions } from '#tests/fixtures/worlds/run-world.ts';

const used = [{ id: asId<'memory'>('memory_1'), key: 'diet' }];

async function runWith(agent: RunWorldOptions['agent'] = {}) {
  const systems: unknown[] = [];
  const asked: RecallRequest[] = [];
  const { deps, stored } = createRunWorld({
    agent: { systemPrompt: 'Be kind.', ...agent },
    reply(messages) {
      systems.push(messages.find(({ role }) => role === 'system')?.content);
      // One call first, so that the run has two steps.
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
    { ...deps, recall },
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

  it('are not looked for where the agent is denied them', async () => {
    const { asked, systems } = await runWith({ deny: ['memory'] });
    expect(asked).toEqual([]);
    expect(systems[0]).toBe('Be kind.');
  });
});
