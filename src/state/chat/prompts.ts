/** Open prompts of the engine, from all chats, so that one is seen from any screen. */
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { PromptId, SessionId } from '#shared/ids.ts';
import type { BrowserPermission } from '#shared/tools/browser-permission.ts';
import type { Prompt, PromptAnswer } from '#shared/tools/permission.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { Draft } from './draft-storage.ts';
import type { Drafts } from './drafts.ts';
import { loadPromptTitle } from '../text/load-prompt-title.ts';
import { formatRoute } from '../base/route.ts';
import type { Toasts } from '../base/toasts.ts';

export type Prompts = {
  /** Prompts that wait for the user. */
  open: ReadonlySignal<readonly Prompt[]>;
  /** The open prompts that no chat shows, for the sheet. */
  sheet: ReadonlySignal<readonly Prompt[]>;
  /** Answers the engine. Allowing a browser permission shows the browser's own prompt first. */
  answer(prompt: Prompt, answer: PromptAnswer): Promise<boolean>;
  /**
   * Answers the question that waits in this chat with the draft. False if the draft must be sent as
   * a message instead.
   */
  reply(session: SessionId | null, draft: Draft): boolean;
  fold(events: readonly EngineEvent[]): void;
  /** Adds the prompts that were open before this page was. */
  load(prompts: readonly Prompt[]): void;
  clear(): void;
};

type PromptDeps = {
  api: { chat: Pick<EngineApi['chat'], 'answerPrompt'> };
  toasts: Pick<Toasts, 'attempt'>;
  drafts: Pick<Drafts, 'restore'>;
};

type PromptContext = PromptDeps & {
  open: Signal<readonly Prompt[]>;
  /** A prompt can arrive twice: at the start of a page and as an event that all tabs get. */
  known: Set<PromptId>;
};

export function createPrompts(
  api: PromptDeps['api'],
  toasts: PromptDeps['toasts'],
  drafts: PromptDeps['drafts'],
): Prompts {
  const open = signal<readonly Prompt[]>([]);
  const context: PromptContext = { api, toasts, drafts, open, known: new Set() };
  return {
    open,
    sheet: computed(() => open.value.filter((prompt) => !isInChat(prompt))),
    answer: (prompt, wanted) => answer(context, prompt, wanted),
    reply: (session, draft) => reply(context, session, draft),
    fold: (events) => fold(context, events),
    load: (prompts) => prompts.forEach((prompt) => receive(context, prompt)),
    clear() {
      open.value = [];
      context.known.clear();
    },
  };
}

async function answer(context: PromptContext, prompt: Prompt, wanted: PromptAnswer): Promise<boolean> {
  const { api, toasts, open } = context;
  const before = open.value;
  drop(context, prompt.id);
  const { subject } = prompt;
  const asksBrowser = subject.type === 'permission' && wanted === 'allowed';
  const final = asksBrowser ? requestPermission(subject.permission) : Promise.resolve(wanted);
  const done = await toasts.attempt(
    final.then((value) => api.chat.answerPrompt(prompt.id, value)).then(() => true),
  );
  if (!done) open.value = before;
  return done ?? false;
}

function reply(context: PromptContext, session: SessionId | null, draft: Draft): boolean {
  const prompt = context.open.value.find(
    (each) => each.subject.type === 'question' && each.session === session,
  );
  if (!prompt || !session) return false;
  // Files cannot answer a question: they are sent as a message, and the question is dismissed.
  const isAnswer = draft.attachments.length === 0;
  void answer(context, prompt, isAnswer ? { chosen: [], typed: draft.text } : 'denied').then((done) => {
    if (!done && isAnswer) context.drafts.restore(session, draft);
  });
  return isAnswer;
}

function fold(context: PromptContext, events: readonly EngineEvent[]): void {
  for (const event of events) {
    if (event.type === 'permission-request') receive(context, event.prompt);
    if (event.type === 'permission-end') drop(context, event.prompt);
  }
}

function receive(context: PromptContext, prompt: Prompt): void {
  const { known, toasts, open } = context;
  if (known.has(prompt.id)) return;
  known.add(prompt.id);
  const route = prompt.session && formatRoute({ view: 'chat', session: prompt.session });
  if (document.hidden) void toasts.attempt(notifyWaiting(prompt, route));
  open.value = [...open.value, prompt];
}

function drop({ open }: PromptContext, id: PromptId): void {
  open.value = open.value.filter((prompt) => prompt.id !== id);
}

function isInChat({ subject, session }: Prompt): boolean {
  return ['question', 'elicitation', 'memory'].includes(subject.type) && session !== undefined;
}

/** The code loads at the first prompt: browsers count a tap as a user gesture for some seconds. */
async function requestPermission(permission: BrowserPermission): Promise<PromptAnswer> {
  const page = await import('#src/page-services/request-permission.ts');
  return page.requestPermission(permission);
}

async function notifyWaiting(prompt: Prompt, hash?: string): Promise<void> {
  const page = await import('#src/page-services/notify-waiting.ts');
  return page.notifyWaiting(await loadPromptTitle(prompt), hash);
}
