/** Running calls of one server: which one its requests to the user belong to, and whose deadlines pause meanwhile. */
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { EngineControl } from '#workers/contracts/tool-source.ts';
import type { ServerRecord } from '../stored-server.ts';
import type { ServerLog } from '../connection/log.ts';

export type Asking = {
  /** A call of a tool, by its local name, has begun; it ends with the function that is returned. */
  begin(tool: string, control: EngineControl): () => void;
  /** The newest call: the likeliest cause of a request. */
  current(): AskingCall | undefined;
  /** Several calls are running; the protocol does not say which of them caused a request. */
  isAmbiguous(): boolean;
  /** Pauses the deadlines of all running calls during `work`. */
  whileAsked<T>(work: () => Promise<T>): Promise<T>;
  isAsked(): boolean;
  /** Requests to the user's model (sampling). */
  samples: BoundedQueue;
};

export type AskingCall = {
  tool: string;
  control: EngineControl;
  /** Forms shown to the user for this call, or waiting to be. */
  forms: BoundedQueue;
  /** How many forms there were so far. */
  asked: number;
  /** Aborted when the user declines a form: the call gets no more of them. */
  enough: AbortController;
};

/** The server behind a request to the user or their model. */
export type Requester = { record: ServerRecord; asking: Asking; log: ServerLog };

/** Rejects work when full. */
type BoundedQueue = {
  /** Undefined where the queue is full. */
  enter<T>(work: () => Promise<T>): Promise<T> | undefined;
};

export function createAsking(): Asking {
  const open = new Set<AskingCall>();
  let asked = 0;
  return {
    begin(tool, control) {
      const forms = createBoundedQueue(1 + mcpLimits.formsWaiting);
      const call: AskingCall = { tool, control, forms, asked: 0, enough: new AbortController() };
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

/** The order is up to the work itself, which waits for a prompt or a lock. */
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
