/** The calls of one server that are under way: whom its questions belong to, and whose deadlines stand still meanwhile. */
import type { EngineControl } from '../engine/tool-source.ts';

export type Asking = {
  /** A call of a tool, by its name here, is under way until what this returns is called. */
  begin(tool: string, control: EngineControl): () => void;
  /** The call that began last, because it is the likeliest to have led to a question. */
  current(): { tool: string; control: EngineControl } | undefined;
  /** While `work` goes on, no deadline runs: a person thinks. */
  whileAsked<T>(work: () => Promise<T>): Promise<T>;
  isAsked(): boolean;
};

export function createAsking(): Asking {
  const open = new Set<{ tool: string; control: EngineControl }>();
  let asked = 0;
  return {
    begin(tool, control) {
      const call = { tool, control };
      open.add(call);
      return () => void open.delete(call);
    },
    current: () => [...open].at(-1),
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
  };
}
