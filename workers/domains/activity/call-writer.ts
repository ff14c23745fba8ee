/** Appends finished calls to the chain of the log, and expires old ones. Loaded at the first call. */
import type { CallEntry } from '#shared/tools/activity.ts';
import type { RunId } from '#shared/ids.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import type { CallStore } from './store.ts';
import { appendToChain } from './call-chain.ts';
import { entryArguments, entryMessage } from './call-entry.ts';
import type { SessionId } from '#shared/ids.ts';
import type { CallReport } from '#workers/engine/calls/executor.ts';
import type { CallRequest } from '#workers/engine/calls/check-arguments.ts';

/** A finished call, unmasked; secrets are masked when it is written. */
export type FinishedCall = CallRequest &
  CallReport & {
    session: SessionId | null;
    run: RunId | null;
    agent: string;
    at: number;
    concurrent: number;
  };

const dayMs = 86_400_000;
const expirePage = 500;

export type CallWriterDeps = {
  store: CallStore;
  /** Runs `work` with the exclusive lock of the log: one writer at a time in all tabs. */
  lock(work: () => Promise<void>): Promise<void>;
  /** The canonical name and the source of a tool. */
  identify(name: string): { tool: string; source: string };
  now(): number;
};

export type CallWriter = {
  /** All or nothing. */
  write(calls: readonly FinishedCall[]): Promise<void>;
  /** Those of `calls` that are not in the log. */
  findMissing(run: RunId, calls: readonly FinishedCall[]): Promise<FinishedCall[]>;
  expire(): Promise<void>;
};

export function createCallWriter(deps: CallWriterDeps): CallWriter {
  const { store, lock } = deps;
  return {
    async write(calls) {
      const entries = calls.map((call) => describe(call, deps));
      await lock(async () => {
        const chain = await store.chain();
        await store.append(await appendToChain(chain.head, entries), chain);
      });
    },
    async findMissing(run, calls) {
      const known = new Set((await store.ofRun(run)).map(({ id }) => id));
      return calls.filter(({ id }) => !known.has(id));
    },
    expire: () => lock(() => expire(deps)),
  };
}

function describe(call: FinishedCall, deps: CallWriterDeps): CallEntry {
  const { id, name, result, duration_ms, at, session, run, agent, concurrent } = call;
  return {
    ...{ id, at, session, run, agent, duration_ms, concurrent },
    ...deps.identify(name),
    arguments: entryArguments(call.arguments),
    outcome: result.status === 'success' ? 'success' : result.error_type,
    message: result.status === 'success' ? null : entryMessage(result.message),
    bytes: sizeOf(result),
    ...(result.metadata ? { metadata: result.metadata } : {}),
  };
}

/** Bytes: text as UTF-8, images and files by their own size. */
function sizeOf(result: ToolResult): number {
  if (result.status === 'error') return utf8Length(result.message);
  if (typeof result.result === 'string') return utf8Length(result.result);
  return result.result.reduce(
    (sum, block) => sum + (block.type === 'text' ? utf8Length(block.text) : block.bytes),
    0,
  );
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

/** Removes old records from the front; the last of them becomes the checkpoint from which the rest is verified. */
async function expire({ store, now }: CallWriterDeps): Promise<void> {
  const chain = await store.chain();
  const oldest = now() - (await store.keepDays()) * dayMs;
  let last = chain.checkpoint;
  for (;;) {
    const page = await store.from(last.seq + 1, expirePage);
    const young = page.findIndex(({ at }) => at >= oldest);
    last = (young < 0 ? page : page.slice(0, young)).at(-1) ?? last;
    if (young >= 0 || page.length < expirePage) break;
  }
  if (last.seq > chain.checkpoint.seq) await store.removeUpTo(last, chain);
}
