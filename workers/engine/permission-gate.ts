/** Asks the user, one question at a time; equal questions share one answer. */
import { newId, type CallId, type PromptId } from '../../src/shared/ids.ts';
import type { PromptAnswer } from '../../src/shared/permission.ts';
import type { RunEvent } from '../../src/shared/run-event.ts';

export type HostQuestion = { host: string; call: CallId; emit(event: RunEvent): void; signal: AbortSignal };

export type PermissionGate = {
  askHost(question: HostQuestion): Promise<PromptAnswer>;
  /** True where the prompt is one of this tab's. */
  answer(prompt: PromptId, answer: PromptAnswer): boolean;
};

export function createPermissionGate(
  isAllowed: (host: string) => boolean,
  allow: (host: string) => Promise<void>,
): PermissionGate {
  const open = new Map<PromptId, (answer: PromptAnswer) => void>();
  let last: Promise<unknown> = Promise.resolve();

  async function ask({ host, call, emit, signal }: HostQuestion): Promise<PromptAnswer> {
    if (signal.aborted) return 'cancelled';
    // An equal question may have been answered while this one waited its turn.
    if (isAllowed(host)) return 'allowed';
    const prompt = newId('prompt');
    const answer = await new Promise<PromptAnswer>((resolve) => {
      open.set(prompt, resolve);
      signal.addEventListener('abort', () => resolve('cancelled'), { once: true });
      emit({ type: 'permission-request', prompt, call, subject: { type: 'host', host } });
    });
    open.delete(prompt);
    if (answer === 'allowed') await allow(host);
    emit({ type: 'permission-end', prompt, answer });
    return answer;
  }

  return {
    askHost(question) {
      const turn = last.then(() => ask(question));
      last = turn.catch(() => undefined);
      return turn;
    },
    answer(prompt, answer) {
      const resolve = open.get(prompt);
      resolve?.(answer);
      return resolve !== undefined;
    },
  };
}
