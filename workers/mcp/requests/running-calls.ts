/**
 * Tracks the running calls of one server: which call a request to the user belongs to, and whose deadlines
 * pause meanwhile.
 */
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { EngineControl } from '#workers/contracts/tool-source.ts';
import type { ServerRecord } from '../stored-server.ts';
import type { ServerLog } from '../connection/log.ts';

export type RunningCalls = {
  /** Registers a call of a tool by its local name; the returned function ends it. */
  begin(tool: string, control: EngineControl): () => void;
  /** The newest call, which is the most likely cause of a request. */
  current(): RunningCall | undefined;
  /** True if several calls are running; the protocol does not tell which of them caused a request. */
  isAmbiguous(): boolean;
  /** Pauses the deadlines of all running calls during `work`. */
  whileAsked<T>(work: () => Promise<T>): Promise<T>;
  isAsked(): boolean;
  /** The bounded queue of requests to the user's model (sampling). */
  samples: BoundedQueue;
};

export type RunningCall = {
  tool: string;
  control: EngineControl;
  /** The bounded queue of forms for this call, including the one that is shown. */
  forms: BoundedQueue;
  /** Number of forms so far. */
  asked: number;
  /** Aborted when the user declines a form; further forms of this call are then declined. */
  enough: AbortController;
};

/** The server that makes a request to the user or their model. */
export type Requester = { record: ServerRecord; runningCalls: RunningCalls; log: ServerLog };

/** A bounded queue: rejects work when full. */
type BoundedQueue = {
  /** Undefined if the queue is full. */
  enter<T>(work: () => Promise<T>): Promise<T> | undefined;
};

export function createRunningCalls(): RunningCalls {
  const open = new Set<RunningCall>();
  let asked = 0;
  return {
    begin(tool, control) {
      const forms = createBoundedQueue(1 + mcpLimits.formsWaiting);
      const call: RunningCall = { tool, control, forms, asked: 0, enough: new AbortController() };
      open.add(call);
      return () => void open.delete(call);
    },
    current: () => [...open].at(-1),
    isAmbiguous: () => open.size > 1,
    async whileAsked(work) {
      const held = [...open].map(({ control }) => control.hold());
      asked++;
      try {
        return await work();
      } finally {
        asked--;
        for (const release of held) release();
      }
    },
    isAsked: () => asked > 0,
    samples: createBoundedQueue(1 + mcpLimits.samplesWaiting),
  };
}

/** Only counts; the order is determined by the prompt or lock that `work` waits for. */
function createBoundedQueue(most: number): BoundedQueue {
  let count = 0;
  return {
    enter(work) {
      if (count >= most) return undefined;
      count++;
      return work().finally(() => count--);
    },
  };
}
