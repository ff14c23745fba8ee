/** Prompts to the user: one at a time; equal prompts share an answer; a stopped call withdraws its prompt. */
import { newId, type PromptId } from '#shared/ids.ts';
import { nextTask } from '#shared/next-task.ts';
import type { Prompt, PromptAnswer } from '#shared/tools/permission.ts';
import type { Question } from '#workers/contracts/user-prompter.ts';
import type { PromptEvent } from '#shared/api/engine-event.ts';

export type Prompts = {
  ask(question: Question): Promise<PromptAnswer>;
  /** Answers a prompt. True if this tab has it. */
  answer(prompt: PromptId, answer: PromptAnswer): boolean;
  /** The prompts of this tab that are open. */
  open(): Prompt[];
};

/** A prompt and the calls that wait for its answer. */
type Pending = { answer: Promise<PromptAnswer>; waiting: number; withdraw(): void };

export function createPrompts(post: (event: PromptEvent) => void): Prompts {
  const shown = createShownPrompts(post);
  const byKey = new Map<string, Pending>();
  let last: Promise<unknown> = Promise.resolve();

  /** Queues the question behind earlier ones; an abort of `withdrawn` cancels it, even while it is queued. */
  function enqueue(question: Question, withdrawn: AbortSignal): Promise<PromptAnswer> {
    const turn = last.then(async () => {
      // `settled` reads what the caller of the earlier question stores after its answer, so wait one task.
      if (question.settled) await new Promise<void>((resolve) => void nextTask(resolve));
      return withdrawn.aborted ? 'cancelled' : (question.settled?.() ?? shown.show(question, withdrawn));
    });
    last = turn;
    return turn;
  }

  function begin(question: Question): Pending {
    const withdrawal = new AbortController();
    // What is asked with its call is shown in its own chat and does not block other chats.
    const { subject, session } = question;
    const isWithCall = subject.type === 'elicitation' || subject.type === 'memory';
    const isInChat = subject.type === 'question' || (isWithCall && session !== undefined);
    const answer = (isInChat ? shown.show : enqueue)(question, withdrawal.signal);
    return { answer, waiting: 0, withdraw: () => withdrawal.abort() };
  }

  function beginOrJoin(question: Question): Pending {
    const key = keyOf(question);
    if (key === undefined) return begin(question);
    const known = byKey.get(key);
    if (known) return known;
    const pending = begin(question);
    byKey.set(key, pending);
    void pending.answer.then(() => byKey.delete(key));
    return pending;
  }

  async function ask(question: Question): Promise<PromptAnswer> {
    if (question.signal.aborted) return 'cancelled';
    const key = keyOf(question);
    const isJoined = key !== undefined && byKey.has(key);
    const answer = await waitFor(beginOrJoin(question), question.signal);
    // It was given for the request that was shown.
    return answer === 'once' && isJoined ? ask(question) : answer;
  }

  return {
    ask,
    answer: shown.answer,
    open: shown.list,
  };
}

/** The prompts that the user sees and has not answered. */
function createShownPrompts(post: (event: PromptEvent) => void) {
  const open = new Map<PromptId, { prompt: Prompt; resolve(answer: PromptAnswer): void }>();
  return {
    async show(
      { signal: _, settled: __, ...question }: Question,
      withdrawn: AbortSignal,
    ): Promise<PromptAnswer> {
      const id = newId('prompt');
      const prompt = { id, ...question };
      const answer = await new Promise<PromptAnswer>((resolve) => {
        open.set(id, { prompt, resolve });
        withdrawn.addEventListener('abort', () => resolve('cancelled'), { once: true });
        post({ type: 'permission-request', prompt });
      });
      open.delete(id);
      // All tabs receive the end of the prompt, but what the user photographed or picked is for the tool
      // only.
      const told = typeof answer === 'object' && 'did' in answer ? 'allowed' : answer;
      post({ type: 'permission-end', prompt: id, answer: told });
      return answer;
    },
    answer(prompt: PromptId, answer: PromptAnswer): boolean {
      const asked = open.get(prompt);
      asked?.resolve(answer);
      return asked !== undefined;
    },
    list: () => [...open.values()].map(({ prompt }) => prompt),
  };
}

/** Resolves as `cancelled` when `signal` aborts; the prompt stays open while another call waits for it. */
function waitFor(pending: Pending, signal: AbortSignal): Promise<PromptAnswer> {
  pending.waiting++;
  return new Promise((resolve) => {
    const leave = () => {
      resolve('cancelled');
      if (--pending.waiting === 0) pending.withdraw();
    };
    signal.addEventListener('abort', leave, { once: true });
    void pending.answer.then((answer) => {
      signal.removeEventListener('abort', leave);
      resolve(answer);
    });
  });
}

/**
 * Equal questions about a host, a token or a browser permission share one prompt; an approval is never
 * shared.
 */
function keyOf({ subject }: Question): string | undefined {
  if (subject.type === 'host' || subject.type === 'git-token') return `${subject.type} ${subject.host}`;
  return subject.type === 'permission' ? `permission ${subject.permission}` : undefined;
}
