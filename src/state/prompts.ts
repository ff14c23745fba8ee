/** Questions the engine waits on, from whichever chat; one place, so that none is missed on another screen. */
import { signal, type ReadonlySignal } from '@preact/signals';
import type { PromptId, SessionId } from '../shared/ids.ts';
import type { PromptAnswer } from '../shared/permission.ts';
import type { EngineApi } from '../shared/protocol.ts';
import type { EngineEvent } from '../shared/run-event.ts';
import type { OpenPrompt, SessionView } from '../shared/session.ts';
import type { Toasts } from './toasts.ts';

export type WaitingPrompt = OpenPrompt & { session: SessionId };

export type Prompts = {
  open: ReadonlySignal<readonly WaitingPrompt[]>;
  answer(prompt: PromptId, answer: PromptAnswer): Promise<void>;
  fold(events: readonly EngineEvent[]): void;
  /** Takes over what a freshly opened session waits on. */
  adopt(view: SessionView): void;
  clear(): void;
};

export function createPrompts(api: EngineApi, toasts: Toasts): Prompts {
  const open = signal<readonly WaitingPrompt[]>([]);
  const drop = (matches: (prompt: WaitingPrompt) => boolean) =>
    (open.value = open.value.filter((prompt) => !matches(prompt)));

  function fold(events: readonly EngineEvent[]): void {
    for (const event of events) {
      if (event.type === 'permission-request') {
        const { prompt: id, call, subject, session } = event;
        drop((prompt) => prompt.id === id);
        open.value = [...open.value, { id, call, subject, session }];
      }
      if (event.type === 'permission-end') drop((prompt) => prompt.id === event.prompt);
      if (event.type === 'run-end') drop((prompt) => prompt.session === event.session);
    }
  }

  async function answer(id: PromptId, answer: PromptAnswer): Promise<void> {
    const asked = open.value;
    drop((prompt) => prompt.id === id);
    const done = await toasts.attempt(api.answerPrompt(id, answer).then(() => true));
    if (!done) open.value = asked;
  }

  function adopt(view: SessionView): void {
    drop((prompt) => prompt.session === view.id);
    const found = (view.run?.prompts ?? []).map((prompt) => ({ ...prompt, session: view.id }));
    open.value = [...open.value, ...found];
  }

  return { open, answer, fold, adopt, clear: () => (open.value = []) };
}
