/** Runs of the model in a session: start, stop, resume, answer. */
import type { ChatApi } from '#shared/api/chat.ts';
import type { Domain } from '#workers/engine/domain.ts';
import type { Executor } from '#workers/engine/calls/executor.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import type { Prompts } from '#workers/engine/permissions/prompts.ts';
import type { Runs } from '../runs/runs.ts';
import type { SessionStore } from '../sessions/store.ts';

type Needs = {
  runs: Runs;
  sessions: Pick<SessionStore, 'list' | 'update'>;
  bus: EventBus;
  cancelCall: Executor['cancel'];
  prompts: Pick<Prompts, 'answer'>;
};

export const chat: Domain<ChatApi, Needs> = {
  promptBlock: {
    name: 'chat',
    share: 1 / 64,
    begin: async () => (await import('./prompt-block.ts')).tellPlace(),
    update: async (request) => (await import('./prompt-block.ts')).tellDate(request),
  },
  tools: async () => (await import('./tools/index.ts')).chatTools,
  open: ({ runs, sessions, bus, cancelCall, prompts }) => ({
    // Without the second parameter, which is not for scripts.
    send: (input) => runs.send(input),
    enqueue: runs.enqueue,
    queued: runs.queued,
    changeQueued: runs.changeQueued,
    regenerate: runs.regenerate,
    resume: runs.resume,
    async showBranch(session, message) {
      await sessions.update(session, { head: message });
      bus.post({ type: 'changed', kind: 'sessions', ids: [session] });
    },
    async stop(session) {
      const { stopLine } = await import('../sessions/lineage.ts');
      // The stop itself does not wait for it.
      const held = runs.holdQueue(session);
      await Promise.all((await stopLine(session, { runs, bus, sessions })).map(runs.endWaiting));
      await held;
    },
    async cancelCall(call, session) {
      if (!cancelCall(call, session)) bus.cancelElsewhere(call, session);
    },
    async answerPrompt(prompt, answer) {
      if (!prompts.answer(prompt, answer)) bus.answerElsewhere(prompt, answer);
    },
  }),
};
