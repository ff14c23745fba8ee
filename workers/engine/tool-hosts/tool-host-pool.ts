/** The pool of tool hosts: a host per call, never one that ran another tool, and a kill that always works. */
import { createSemaphore } from '#shared/semaphore.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import { createIdleHosts } from './idle-hosts.ts';
import type { SchemaAnswer, SchemaQuestion } from './schema-check.ts';
import type { ToolHostJob } from './tool-host-job.ts';
import type { ToolHost } from './tool-host.ts';

export type ToolHostPool = {
  /** Contract: resolves exactly once, within `abortGraceMs` plus 50 ms of the deadline or of the abort. */
  run(job: ToolHostJob): Promise<ToolOutcome>;
  /** Contract: resolves exactly once, soon after `limits.external.checkMs` at the latest; no host is held afterwards. */
  check(question: SchemaQuestion): Promise<SchemaAnswer>;
  /** Starts the spare host, so that the first call does not wait for one. */
  warm(): void;
};

/** Checks run no tool's code: they share hosts of their own. */
const checking = 'check';

export function createToolHostPool(
  spawn: () => ToolHost,
  {
    busyHosts,
    idleHosts = busyHosts,
    warmHostMs,
    spare = true,
  }: { busyHosts: number; idleHosts?: number; warmHostMs: number; spare?: boolean },
): ToolHostPool {
  const semaphore = createSemaphore(busyHosts);
  const idle = createIdleHosts(spawn, { idleHosts, warmHostMs, spare });

  /** `stopped` if the signal aborts before there is a host. */
  async function withHost<T>(
    use: string,
    signal: AbortSignal,
    stopped: T,
    work: (host: ToolHost) => Promise<T>,
  ): Promise<T> {
    if (!(await semaphore.acquire(signal))) return stopped;
    const host = idle.take(use);
    try {
      return await work(host);
    } finally {
      idle.put(use, host);
      semaphore.release();
    }
  }

  return {
    warm: idle.warm,
    check: (question) =>
      withHost<SchemaAnswer>(checking, question.signal, { type: 'cancelled' }, (host) =>
        host.check(question),
      ),
    run: (job) => withHost<ToolOutcome>(useOf(job), job.signal, notStarted(job), (host) => host.run(job)),
  };
}

/** Jobs with the same use share a host, one after the other. */
function useOf({ call, codeHost, grants }: ToolHostJob): string {
  return codeHost ? `code ${codeHost.session} ${codeHost.program} ${grants}` : `call ${call.tool} ${grants}`;
}

function notStarted({ call }: ToolHostJob): ToolOutcome {
  return { type: 'error', errorType: 'cancelled', message: `${call.tool} was stopped before it started.` };
}
