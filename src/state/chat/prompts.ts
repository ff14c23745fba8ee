/** Questions the engine waits on, from whichever chat; one place, so that none is missed on another screen. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { notifyWaiting } from '#src/page-services/notify-waiting.ts';
import { needsTap, requestPermission } from '#src/page-services/request-permission.ts';
import type { PromptId, SessionId } from '#shared/ids.ts';
import type { Prompt, PromptAnswer } from '#shared/tools/permission.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { Draft, Drafts } from './drafts.ts';
import { promptTitle } from '../text/prompt-text.ts';
import { formatRoute } from '../base/route.ts';
import type { Toasts } from '../base/toasts.ts';

export type Prompts = {
  /** Those that wait for a tap; what the browser asks by itself is not among them. */
  open: ReadonlySignal<readonly Prompt[]>;
  /** Those of them that no chat shows. */
  sheet: ReadonlySignal<readonly Prompt[]>;
  /** Refuses, or allows; a browser permission is then asked for with the browser's own prompt. */
  answer(prompt: Prompt, answer: PromptAnswer): Promise<boolean>;
  /** What the user says while a question waits in this chat answers it. True where nothing is left to send. */
  reply(session: SessionId | null, draft: Draft): boolean;
  fold(events: readonly EngineEvent[]): void;
  /** What was asked before this page was there. */
  load(prompts: readonly Prompt[]): void;
  clear(): void;
};

export function createPrompts(
  api: { chat: Pick<EngineApi['chat'], 'answerPrompt'> },
  toasts: Pick<Toasts, 'attempt'>,
  drafts: Pick<Drafts, 'restore'>,
): Prompts {
  const open = signal<readonly Prompt[]>([]);
  const sheet = computed(() => open.value.filter((prompt) => !isInChat(prompt)));
  /** A question may be told twice: to a tab that has just come, all tabs hear the answer. */
  const known = new Set<PromptId>();
  const drop = (id: PromptId) => (open.value = open.value.filter((prompt) => prompt.id !== id));

  async function answer(prompt: Prompt, wanted: PromptAnswer): Promise<boolean> {
    const asked = open.value;
    drop(prompt.id);
    const { subject } = prompt;
    const asksBrowser = subject.type === 'permission' && wanted === 'allowed';
    // Called before anything is awaited, so that the tap still counts as the user's.
    const final = asksBrowser ? requestPermission(subject.permission) : Promise.resolve(wanted);
    const done = await toasts.attempt(
      final.then((value) => api.chat.answerPrompt(prompt.id, value)).then(() => true),
    );
    if (!done) open.value = asked;
    return done ?? false;
  }

  function reply(session: SessionId | null, draft: Draft): boolean {
    const prompt = open.value.find((each) => each.subject.type === 'question' && each.session === session);
    if (!prompt || !session) return false;
    // Files are no answer: they go out as a message, and the question gives way to it.
    const isAnswer = draft.attachments.length === 0;
    void answer(prompt, isAnswer ? { chosen: [], typed: draft.text } : 'denied').then((done) => {
      if (!done && isAnswer) drafts.restore(session, draft);
    });
    return isAnswer;
  }

  function receive(prompt: Prompt): void {
    if (known.has(prompt.id)) return;
    known.add(prompt.id);
    const route = prompt.session && formatRoute({ view: 'chat', session: prompt.session });
    if (document.hidden) void toasts.attempt(notifyWaiting(promptTitle(prompt), route));
    const { subject } = prompt;
    if (subject.type === 'permission' && !needsTap(subject.permission))
      void whenVisible(() => answer(prompt, 'allowed'));
    else open.value = [...open.value, prompt];
  }

  function fold(events: readonly EngineEvent[]): void {
    for (const event of events) {
      if (event.type === 'permission-request') receive(event.prompt);
      if (event.type === 'permission-end') drop(event.prompt);
    }
  }

  function clear(): void {
    open.value = [];
    known.clear();
  }

  return { open, sheet, answer, reply, fold, load: (prompts) => prompts.forEach(receive), clear };
}

function isInChat({ subject, session }: Prompt): boolean {
  return (subject.type === 'question' || subject.type === 'elicitation') && session !== undefined;
}

/** A question asked in the background waits until the user is back: browsers dismiss prompts of hidden pages. */
async function whenVisible(work: () => Promise<unknown>): Promise<void> {
  if (document.hidden) {
    await new Promise<void>((resolve) => {
      const check = () => {
        if (document.hidden) return;
        document.removeEventListener('visibilitychange', check);
        resolve();
      };
      document.addEventListener('visibilitychange', check);
    });
  }
  await work();
}
