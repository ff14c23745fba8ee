/** What the page shows and opens after an import, complete or partial. */
import { beforeAll, expect, it } from 'vitest';
import { defaultAgent, type Agent, type AgentDraft } from '#shared/agents/agent.ts';
import type { AgentDataAnswer } from '#shared/agents/agent-import.ts';
import { asId, type TaskId } from '#shared/ids.ts';
import { createToasts } from '#src/state/base/toasts.ts';
import { loadTexts } from '#src/state/text/text.ts';
import { addAgent, type ImportAttempt, type ReadImport } from '#src/ui/agents/add-agent.ts';

beforeAll(() => Promise.all([loadTexts('agents'), loadTexts('common'), loadTexts('memory')]));

const read: ReadImport = {
  ...{
    format: 'kai',
    draft: { name: 'Kai', systemPrompt: '', tools: [] },
    left: [],
    more: 0,
    definition: '{}',
  },
  data: {
    memories: { added: { names: ['diet'], more: 0 }, changed: { names: [], more: 0 }, skipped: 0 },
    tasks: { names: [], more: 0 },
    servers: [],
  },
};

type Memories = Extract<AgentDataAnswer, { ok: true }>['value']['memories'];
const dataWith = (memories?: Memories, tasks: TaskId[] = []): AgentDataAnswer => ({
  ok: true,
  value: { ...(memories ? { memories } : {}), servers: [], tasks, failed: [] },
});
const report = (unpinned: number): Memories => ({
  ok: true,
  value: { added: 0, changed: 1, skipped: 0, unpinned, written: [] },
});

function createApp(...answers: (AgentDataAnswer | undefined)[]) {
  const saved: Agent[] = [];
  const opened: unknown[] = [];
  const toasts = createToasts();
  const agents = {
    find: (id: unknown) => saved.find((each) => each.id === id),
    async save(draft: AgentDraft) {
      const agent: Agent = { ...defaultAgent, ...draft, id: asId<'agent'>(`agent_${saved.length}`) };
      saved.push(agent);
      return { ok: true, value: agent };
    },
    importData: async () => answers.shift(),
  };
  const app: unknown = { agents, toasts, router: { go: (route: unknown) => void opened.push(route) } };
  const texts = () => toasts.list.value.map(({ text }) => text).join(' ');
  return { app: app as Parameters<typeof addAgent>[1], saved, opened, texts };
}

it('an import whose data cannot be read stays open, and a second try makes no second agent', async () => {
  const { app, saved, opened, texts } = createApp(undefined, dataWith(report(0)));
  const attempt: ImportAttempt = {};
  expect(await addAgent(read, app, attempt)).toBe(false);
  expect(opened).toEqual([]);
  expect(texts()).not.toContain('Kai added');
  expect(await addAgent(read, app, attempt)).toBe(true);
  expect(saved).toHaveLength(1);
  expect(opened).toEqual([{ view: 'agent', agent: 'agent_0' }]);
  expect(texts()).toContain('Kai added');
});

it('an agent that was deleted between two tries is added again', async () => {
  const { app, saved } = createApp(undefined, dataWith());
  const attempt: ImportAttempt = {};
  await addAgent(read, app, attempt);
  saved.length = 0;
  expect(await addAgent(read, app, attempt)).toBe(true);
  expect(saved).toHaveLength(1);
});

it('says how many tasks were imported, also if nothing else was', async () => {
  const { app, texts } = createApp(dataWith(undefined, [asId<'task'>('task_1'), asId<'task'>('task_2')]));
  await addAgent(read, app, {});
  expect(texts()).toContain('Tasks added, waiting for your approval: 2.');
});

it('says how many memories lost their pin', async () => {
  const { app, texts } = createApp(dataWith(report(1)));
  await addAgent(read, app, {});
  expect(texts()).toContain('Not pinned: 1.');
});

it("says in the user's words why memories were not added", async () => {
  const error = { type: 'validation_error', code: 'limit', message: 'For scripts.' } as const;
  const { app, opened, texts } = createApp(dataWith({ ok: false, error }));
  expect(await addAgent(read, app, {})).toBe(false);
  expect(opened).toEqual([]);
  expect(texts()).toContain('Not added: Memories to add.');
  expect(texts()).not.toContain('For scripts.');
});
