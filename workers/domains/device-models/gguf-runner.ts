/** Runs GGUF files: one model in memory, one reply at a time; the memory is freed after a while without use. */
import type { ModelError } from '#shared/models/provider.ts';
import type { OnDeviceModels } from '#workers/contracts/provider.ts';
import { startGguf, type GgufReply, type GgufSession } from './gguf-session.ts';

export type GgufRunner = Pick<OnDeviceModels['files'], 'write'> & {
  /** Frees the memory of this file, before it is deleted. */
  forget(file: string): void;
};

type GgufDeps = {
  spawn(): Worker;
  open(file: string): Promise<File | undefined>;
  /** How many bytes of the file are read into memory. */
  onProgress(file: string, done: number, total: number): void;
  /** How long an unused model stays in memory. */
  restMs: number;
  /** How long a stopped reply may still compute before its worker is terminated; loading the model again takes longer. */
  graceMs: number;
};

export function createGgufRunner(deps: GgufDeps): GgufRunner {
  const memory = createModelMemory(deps);
  /** A mutex: resolves when the worker is free. */
  let turn: Promise<unknown> = Promise.resolve();

  /** Releases the worker after a reply: once it is free again, or terminated. */
  async function release(reply: GgufReply | undefined): Promise<void> {
    reply?.stop();
    const cancelEnd = memory.endAfter(deps.graceMs);
    await reply?.over;
    cancelEnd();
    memory.rest();
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
        const loaded = await unlessAborted(memory.load(file, contextTokens), signal);
        // Loading cannot be interrupted; without a reply to write the model is not needed.
        if (!loaded) return memory.end();
        if ('type' in loaded) {
          yield { type: 'error', error: loaded };
          return;
        }
        reply = loaded.reply(prompt);
        signal.addEventListener('abort', stop, { once: true });
        yield* reply.events;
      } finally {
        signal.removeEventListener('abort', stop);
        finish(release(reply));
      }
    },
    forget: (file) => memory.end(file),
  };
}

/** Holds the model that is in memory; loading another frees it first, because two rarely fit. */
function createModelMemory({ spawn, open, onProgress, restMs }: GgufDeps) {
  let session: GgufSession | undefined;
  let restTimer: ReturnType<typeof setTimeout> | undefined;

  /** Ends the session; with `file` only if it has that file. */
  function end(file = session?.file): void {
    if (session?.file !== file) return;
    clearTimeout(restTimer);
    session?.end();
    session = undefined;
  }

  return {
    end,
    async load(file: string, contextTokens: number): Promise<GgufSession | ModelError> {
      clearTimeout(restTimer);
      if (session?.file === file) return session;
      end();
      const content = await open(file);
      if (!content) return { type: 'model_gone', model: file };
      const report = (done: number) => onProgress(file, done, content.size);
      const started = (session = startGguf(spawn(), content, contextTokens, report));
      const failure = await started.loaded;
      report(content.size);
      if (!failure) return started;
      if (session === started) end();
      return { ...failure, model: file };
    },
    /** Ends the present session after a delay, unless the returned function is called before. */
    endAfter(milliseconds: number): () => void {
      const current = session;
      const timer = setTimeout(() => current === session && end(), milliseconds);
      return () => clearTimeout(timer);
    },
    /** Ends the session when it was not used for a while. */
    rest(): void {
      clearTimeout(restTimer);
      restTimer = setTimeout(() => end(), restMs);
    },
  };
}

/** The value, or undefined as soon as the signal aborts. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const leave = () => resolve(undefined);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
