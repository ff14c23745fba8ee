/** The calls of one server that are under way: whom its questions belong to, and whose deadlines stand still meanwhile. */
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { EngineControl } from '#workers/contracts/tool-source.ts';
import { createShortLine, type ShortLine } from './bounded-queue.ts';

export type Asking = {
  /** A call of a tool, by its name here, is under way until what this returns is called. */
  begin(tool: string, control: EngineControl): () => void;
  /** The call that began last, because it is the likeliest to have led to a question. */
  current(): AskingCall | undefined;
  /** Several calls are under way: the protocol does not say which of them led to a question. */
  isAmbiguous(): boolean;
  /** While `work` goes on, no deadline runs: a person thinks. */
  whileAsked<T>(work: () => Promise<T>): Promise<T>;
  isAsked(): boolean;
  /** Its requests to the user's model. */
  samples: ShortLine;
};

export type AskingCall = {
  tool: string;
  control: EngineControl;
  /** What this call asks the user, and how much of it there was. */
  forms: ShortLine;
  asked: number;
  /** The user has had enough of its questions. */
  enough: AbortController;
};

export function createAsking(): Asking {
  const open = new Set<AskingCall>();
  let asked = 0;
  return {
    begin(tool, control) {
      const forms = createShortLine(1 + mcpLimits.formsWaiting);
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
    samples: createShortLine(1 + mcpLimits.samplesWaiting),
  };
}
