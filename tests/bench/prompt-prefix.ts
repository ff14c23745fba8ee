/** Measures how much of each request of a long chat begins the next one, so that services can read it from their cache. */
import { converse, measurePrefix, promptKinds } from '#tests/fixtures/worlds/long-chat.ts';

type Row = { kind: (typeof promptKinds)[number]; requests: number; least: number };

/** `least`: the smallest share, from 0 to 1, without compaction. */
export const rows: readonly Row[] = await Promise.all(
  promptKinds.map(async (kind) => {
    const { prompts } = await converse(kind, { contextTokens: 1_000_000, summaries: true });
    return { kind, requests: prompts.length, least: measurePrefix(prompts).least };
  }),
);
