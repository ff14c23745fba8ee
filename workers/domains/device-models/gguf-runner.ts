/** Runs GGUF files: one model in memory, one reply at a time, and the memory given back after a while. */
import type { ModelError } from '#shared/models/provider.ts';
import type { OnDeviceModels } from '#workers/contracts/provider.ts';
import { startLife, type GgufLife, type GgufReply } from './gguf-session.ts';

export type GgufRunner = Pick<OnDeviceModels['files'], 'write'> & {
  /** Gives back the memory of this file, before it is deleted. */
  forget(file: string): void;
};

export type GgufPorts = {
  spawn(): Worker;
  open(file: string): Promise<File | undefined>;
  /** How much of the file was read into memory. */
  onProgress(file: string, done: number, total: number): void;
  /** How long an unused model stays in memory. */
  restMs: number;
  /** How long a stopped reply may still compute before its worker is terminated; reading the model again costs more. */
  graceMs: number;
};

export function createGgufRunner(ports: GgufPorts): GgufRunner {
  let life: GgufLife | undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  function end(): void {
    clearTimeout(rest);
    life?.end();
    life = undefined;
  }

  /** The model in memory; the one before leaves first, because two rarely fit. */
  async function wake(file: string, contextTokens: number): Promise<GgufLife | ModelError> {
    clearTimeout(rest);
    if (life?.file === file) return life;
    end();
    const content = await ports.open(file);
    if (!content) return { type: 'model_gone', model: file };
    const report = (done: number) => ports.onProgress(file, done, content.size);
    const started = (life = startLife(ports.spawn(), content, contextTokens, report));
    const failure = await started.loaded;
    report(content.size);
    if (!failure) return started;
    if (life === started) end();
    return { ...failure, model: file };
  }

  /** Behind the reply: its worker is free again, or gone. */
  async function settle(reply: GgufReply | undefined, current: GgufLife | undefined): Promise<void> {
    reply?.stop();
    const timer = setTimeout(() => current === life && end(), ports.graceMs);
    await reply?.over;
    clearTimeout(timer);
    clearTimeout(rest);
    rest = setTimeout(end, ports.restMs);
  }

  return {
    async *write({ file, contextTokens }, prompt, signal) {
      const before = turn;
      let finish: (work: Promise<void>) => void = () => undefined;
      turn = Promise.all([before, new Promise<void>((resolve) => (finish = resolve))]);
      let reply: GgufReply | undefined;
      const stop = () => reply?.stop();
      try {
        await unlessAborted(before, signal);
        if (signal.aborted) return;
        const woken = await unlessAborted(wake(file, contextTokens), signal);
        // Reading a file cannot be interrupted; a model that was not waited for is not wanted.
        if (!woken) return end();
        if ('type' in woken) {
          yield { type: 'error', error: woken };
          return;
        }
        reply = woken.reply(prompt);
        signal.addEventListener('abort', stop, { once: true });
        yield* reply.events;
      } finally {
        signal.removeEventListener('abort', stop);
        finish(settle(reply, life));
      }
    },
    forget(file) {
      if (life?.file === file) end();
    },
  };
}

/** The value, or undefined as soon as nobody waits for it any more. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const leave = () => resolve(undefined);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
