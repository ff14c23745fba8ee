/**
 * The pool of tool hosts. Each call runs alone in a host that never ran another tool and can always be
 * terminated.
 */
import { createSemaphore } from '#shared/semaphore.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import { createIdleHosts } from './idle-hosts.ts';
import type { SchemaAnswer, SchemaQuestion } from './schema-check.ts';
import type { ToolHostJob } from './tool-host-job.ts';
import type { ToolHost } from './tool-host.ts';

export type ToolHostPool = {
  /** Contract: resolves exactly once, within `abortGraceMs` plus 50 ms of the deadline or of the abort. */
  run(job: ToolHostJob): Promise<ToolOutcome>;
  /**
   * Contract: resolves exactly once, shortly after `limits.external.checkMs` at the latest; no host is
   * occupied afterwards.
   */
  check(question: SchemaQuestion): Promise<SchemaAnswer>;
  /** Starts the spare host, so that the first call need not wait for one. */
  warm(): void;
};

/** The use of hosts for schema checks, which run no tool's code and therefore share hosts. */
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

  /** Returns `stopped` if the signal aborts before a host is available. */
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
