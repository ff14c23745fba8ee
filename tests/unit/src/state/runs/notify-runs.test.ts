/** Which runs notify, and what a tap on the notification opens. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { defaultAgent } from '#shared/agents/agent.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import { asId } from '#shared/ids.ts';
import type { Outcome } from '#shared/runs/run-event.ts';
import { heartbeatId } from '#shared/tasks/heartbeat-id.ts';
import { notifyRuns } from '#src/state/runs/notify-runs.ts';

const shown: { title: string; body: string | undefined; data: unknown }[] = [];
beforeEach(() => {
  shown.length = 0;
  const registration = {
    showNotification: async (title: string, { body, data }: NotificationOptions) =>
      void shown.push({ title, body, data }),
  };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
});
afterEach(() => void vi.unstubAllGlobals());

const session = asId<'session'>('session_1');
const run = { session, run: asId<'run'>('run_1'), seq: 9 };
const chatOf = (task: SessionInfo['task']): SessionInfo => ({
  ...{ id: session, title: 'News', agent: defaultAgent.id, head: null, updated: 1 },
  ...(task ? { task } : {}),
});
const scheduled = chatOf({ id: asId<'task'>('task_1'), due: 1, missed: 0 });
const ended = (outcome: Outcome): EngineEvent => ({ ...run, type: 'run-end', outcome, at: 1 });
const data = { hash: '#/chat/session_1' };

it('the run of a task that waits for the user says so, and opens its chat', async () => {
  await notifyRuns([{ ...run, type: 'run-wait', calls: [asId<'call'>('call_1')] }], [scheduled]);
  expect(shown).toEqual([{ title: 'News', body: 'A question is waiting for you.', data }]);
});

it('the notification of its end says how it ended, unless the user stopped it', async () => {
  await notifyRuns([ended({ type: 'completed' }), ended({ type: 'stopped' })], [scheduled]);
  expect(shown).toEqual([{ title: 'News', body: 'The answer is ready.', data }]);
});

it('the end of a beat shows no notification; its report does', async () => {
  const beat = chatOf({ id: heartbeatId, due: 1, missed: 0 });
  await notifyRuns([ended({ type: 'completed' })], [beat]);
  expect(shown).toEqual([]);
  await notifyRuns([{ type: 'changed', kind: 'tasks', ids: [heartbeatId, session] }], [beat]);
  expect(shown).toMatchObject([{ title: 'News', data }]);
});
