/** The pool of tool hosts: a host per call, one kept warm, and a kill that always works. */
import type { ToolHostJob } from './tool-host-job.ts';
import type { SchemaAnswer, SchemaQuestion } from './schema-check.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import type { ToolHost } from './tool-host.ts';

export type ToolHostPool = {
  /** Contract: resolves exactly once, within `abortGraceMs` plus 50 ms of the deadline or of the abort. */
  run(job: ToolHostJob): Promise<ToolOutcome>;
  /** Contract: resolves exactly once, soon after `limits.external.checkMs` at the latest; no host is held afterwards. */
  check(question: SchemaQuestion): Promise<SchemaAnswer>;
  /** Starts a spare host, so that the first call does not wait for one. */
  warm(): void;
};

export function createToolHostPool(
  spawn: () => ToolHost,
  sizes: { busyHosts: number; warmHostMs: number },
): ToolHostPool {
  const idle: { host: ToolHost; since: number }[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;

  async function acquire(signal: AbortSignal): Promise<ToolHost | undefined> {
    while (busy >= sizes.busyHosts && !signal.aborted) await nextTurn(signal);
    if (signal.aborted) return undefined;
    busy++;
    return takeIdle() ?? spawn();
  }

  function takeIdle(): ToolHost | undefined {
    for (let spare = idle.pop(); spare; spare = idle.pop()) if (spare.host.alive()) return spare.host;
    return undefined;
  }

  /** Resolves when a host was given back, or the wait is over because the call was stopped. */
  function nextTurn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const turn = () => {
        signal.removeEventListener('abort', stop);
        resolve();
      };
      const stop = () => {
        waiting.splice(waiting.indexOf(turn), 1);
        resolve();
      };
      waiting.push(turn);
      signal.addEventListener('abort', stop, { once: true });
    });
  }

  function release(host: ToolHost): void {
    busy--;
    if (host.alive()) {
      idle.push({ host, since: Date.now() });
      setTimeout(dropOld, sizes.warmHostMs);
    } else {
      warm();
    }
    waiting.shift()?.();
  }

  /** The newest spare is kept for ever, the others for `warmHostMs`. */
  function dropOld(): void {
    const limit = Date.now() - sizes.warmHostMs;
    while (idle.length > 1 && (idle[0]?.since ?? Infinity) <= limit) idle.shift()?.host.terminate();
  }

  function warm(): void {
    if (idle.length === 0) idle.push({ host: spawn(), since: Date.now() });
  }

  return {
    warm,
    async check(question) {
      const host = await acquire(question.signal);
      if (!host) return { type: 'cancelled' };
      try {
        return await host.check(question);
      } finally {
        release(host);
      }
    },
    async run(job) {
      const host = await acquire(job.signal);
      if (!host)
        return {
          type: 'error',
          errorType: 'cancelled',
          message: `${job.call.tool} was stopped before it started.`,
        };
      try {
        return await host.run(job);
      } finally {
        release(host);
      }
    },
  };
}
