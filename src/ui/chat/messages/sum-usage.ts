/** The token usage of all requests of an answer. */
import type { Message, Usage } from '#shared/conversation/message.ts';

export type Spent = Required<
  Pick<Usage, 'inputTokens' | 'outputTokens' | 'cacheReadTokens' | 'reasoningTokens'>
> & {
  requests: number;
  /** The models that answered, each once. */
  models: readonly string[];
  /** At least one server reported no usage. */
  isEstimate: boolean;
  /** US dollars; undefined where the price of any request is not known. */
  cost: number | undefined;
};

/** Null if no usage was reported. */
export function sumUsage(steps: readonly Message[]): Spent | null {
  const counted = steps.flatMap(({ usage, cost, author }) => (usage ? [{ usage, cost, author }] : []));
  if (counted.length === 0) return null;
  const sum = (read: (usage: Usage) => number | undefined) =>
    counted.reduce((total, { usage }) => total + (read(usage) ?? 0), 0);
  return {
    inputTokens: sum((usage) => usage.inputTokens),
    outputTokens: sum((usage) => usage.outputTokens),
    cacheReadTokens: sum((usage) => usage.cacheReadTokens),
    reasoningTokens: sum((usage) => usage.reasoningTokens),
    requests: counted.length,
    isEstimate: counted.some(({ usage }) => usage.isEstimate),
    models: [...new Set(counted.flatMap(({ author }) => (author?.model ? [author.model] : [])))],
    cost: counted.reduce<number | undefined>(
      (total, { cost }) => (total === undefined || cost === undefined ? undefined : total + cost),
      0,
    ),
  };
}
