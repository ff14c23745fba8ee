/** What the domains tell in a run: stored with the user's message, sent after its text, never told twice. */
import { describe, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Note, ToldNote } from '#shared/conversation/message.ts';
import type { UserTurn } from '#workers/contracts/prompt-block.ts';
import { resumeRun } from '#workers/domains/runs/resume-runs.ts';
import { startRun } from '#workers/domains/runs/start-run.ts';
import { run, session } from '#tests/fixtures/worlds/messages.ts';
import { createRunWorld } from '#tests/fixtures/worlds/run-world.ts';

const memories: Note[] = [
  { type: 'memories', used: [{ id: asId<'memory'>('memory_1'), key: 'diet' }] },
  { type: 'told', by: 'memories', intro: 'Notes.', lines: [{ id: 'diet', text: 'diet: no <meat>' }] },
];
const date: ToldNote = {
  ...{ type: 'told', by: 'device', at: 'start', intro: '' },
  lines: [{ id: 'date', text: 'Today is Friday.' }],
};
const live = () => ({ session, abort: new AbortController() });
const system = {
  role: 'system',
  content:
    'Be kind.\n\n<environment>\nAs this chat began; what changes is told with later messages.\n- Today is Friday.\n</environment>',
};
const question = {
  role: 'user',
  content: 'What do I eat?\n\n<memories>\nNotes.\n- diet: no ‹meat›\n</memories>',
};

function createTold() {
  const asked: UserTurn[] = [];
  const requests: unknown[][] = [];
  const world = createRunWorld({
    agent: { systemPrompt: 'Be kind.' },
    reply(messages) {
      requests.push([...messages]);
      return { text: 'Lentils.' };
    },
  });
  const tell = async (turn: UserTurn) => {
    asked.push(turn);
    return turn.told.length === 0 ? [date, ...memories] : [];
  };
  return { ...world, asked, requests, deps: { ...world.deps, tell } };
}

describe('what the domains tell in a run', () => {
  it('is in the system prompt or after the text of its message, and each request begins with the last', async () => {
    const { deps, stored, asked, requests } = createTold();
    await startRun({ input: { session, text: 'What do I eat?', media: [] }, run }, live(), deps);
    const [first] = stored.messages.values();
    expect(first?.parts).toEqual([
      { type: 'text', text: 'What do I eat?' },
      ...[date, ...memories].map((note) => ({ type: 'note', note })),
    ]);
    stored.session = { ...stored.session, head: [...stored.messages.keys()].at(-1) ?? null } as never;
    const next = asId<'run'>('run_2');
    await startRun({ input: { session, text: 'And tomorrow?', media: [] }, run: next }, live(), deps);
    expect(requests[0]).toEqual([system, question]);
    expect(requests[1]).toEqual([
      ...[system, question, { role: 'assistant', content: 'Lentils.' }],
      { role: 'user', content: 'And tomorrow?' },
    ]);
    expect(asked.map(({ text, told }) => [text, told.length])).toEqual([
      ['What do I eat?', 0],
      ['And tomorrow?', 2],
    ]);
    expect(asked[0]?.tools).toEqual(new Set(['look', 'act', 'ask', 'offer']));
    expect(asked[0]?.contextTokens).toBeGreaterThan(0);
  });

  it('is the same after a resume, whatever has changed since', async () => {
    const before = createTold();
    await startRun({ input: { session, text: 'What do I eat?', media: [] }, run }, live(), before.deps);
    const events = before.runEvents();
    const cut = events.slice(0, events.findIndex(({ type }) => type === 'step-start') + 1);
    const after = createTold();
    await after.leave(new TextEncoder().encode(cut.map((event) => `${JSON.stringify(event)}\n`).join('')));
    await resumeRun(run, {}, live(), after.deps);
    expect(after.asked).toEqual([]);
    expect(after.requests).toEqual([[system, question]]);
  });
});
