/** Prompts to the user: one at a time; equal ones share an answer; a stopped call withdraws its prompt. */
import { newId, type PromptId } from '#shared/ids.ts';
import type { Prompt, PromptAnswer } from '#shared/tools/permission.ts';
import type { Question } from '#workers/contracts/asker.ts';
import type { PromptEvent } from '#shared/api/engine-event.ts';

export type Prompts = {
  ask(question: Question): Promise<PromptAnswer>;
  /** True if the prompt is one of this tab's. */
  answer(prompt: PromptId, answer: PromptAnswer): boolean;
  /** The prompts of this tab that are open. */
  open(): Prompt[];
};

type Waiting = { answer: Promise<PromptAnswer>; askers: number; withdraw(): void };

export function createPrompts(post: (event: PromptEvent) => void): Prompts {
  const open = new Map<PromptId, { prompt: Prompt; resolve(answer: PromptAnswer): void }>();
  const waiting = new Map<string, Waiting>();
  let last: Promise<unknown> = Promise.resolve();

  /** Queues the question behind earlier ones; `withdrawn` ends it, also while it is queued. */
  function enqueue(question: Question, withdrawn: AbortSignal): Promise<PromptAnswer> {
    const turn = last.then(() => (withdrawn.aborted ? 'cancelled' : show(question, withdrawn)));
    last = turn;
    return turn;
  }

  async function show({ signal: _, ...question }: Question, withdrawn: AbortSignal): Promise<PromptAnswer> {
    const id = newId('prompt');
    const prompt = { id, ...question };
    const answer = await new Promise<PromptAnswer>((resolve) => {
      open.set(id, { prompt, resolve });
      withdrawn.addEventListener('abort', () => resolve('cancelled'), { once: true });
      post({ type: 'permission-request', prompt });
    });
    open.delete(id);
    post({ type: 'permission-end', prompt: id, answer });
    return answer;
  }

  function begin(question: Question): Waiting {
    const withdrawal = new AbortController();
    // Questions of a model or a server are shown in their chat, and do not block other chats.
    const { subject, session } = question;
    const isInChat = subject.type === 'question' || (subject.type === 'elicitation' && session !== undefined);
    const answer = (isInChat ? show : enqueue)(question, withdrawal.signal);
    return { answer, askers: 0, withdraw: () => withdrawal.abort() };
  }

  function join(question: Question): Waiting {
    const key = keyOf(question);
    if (key === undefined) return begin(question);
    const known = waiting.get(key);
    if (known) return known;
    const fresh = begin(question);
    waiting.set(key, fresh);
    void fresh.answer.then(() => waiting.delete(key));
    return fresh;
  }

  return {
    async ask(question) {
      if (question.signal.aborted) return 'cancelled';
      const shared = join(question);
      shared.askers++;
      return new Promise((resolve) => {
        const leave = () => {
          resolve('cancelled');
          // The question stays while another call still waits for its answer.
          if (--shared.askers === 0) shared.withdraw();
        };
        question.signal.addEventListener('abort', leave, { once: true });
        void shared.answer.then((answer) => {
          question.signal.removeEventListener('abort', leave);
          resolve(answer);
        });
      });
    },
    answer(prompt, answer) {
      const asked = open.get(prompt);
      asked?.resolve(answer);
      return asked !== undefined;
    },
    open: () => [...open.values()].map(({ prompt }) => prompt),
  };
}

/** Equal questions about a host or a browser permission share one prompt; an approval is never shared. */
function keyOf({ subject }: Question): string | undefined {
  if (subject.type === 'host') return `host ${subject.host}`;
  return subject.type === 'permission' ? `permission ${subject.permission}` : undefined;
}
