/** A model as the agent sees it: ready to be asked, with its traits and prices. */
import type { Author, Usage } from '#shared/conversation/message.ts';
import type { ModelError, ModelTraits, ProviderKind } from '#shared/models/provider.ts';
import type { ModelEvent, ModelRequest } from '#workers/contracts/provider.ts';
import type { StepEvent } from './step-event.ts';

export type Model = {
  author: Author;
  kind: ProviderKind;
  /** The service, as in `URL.host`; '' without a network. */
  host: string;
  readonly traits: ModelTraits;
  /** The service finds tools itself among those that it is sent deferred. */
  readonly searchesTools?: boolean;
  /** Contract: as `Provider.stream`. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /** Records how requests go, for connection health. Called by the consumer of `stream`, so that no event is wrapped. */
  watch?(): UseWatch;
};

/** `begins`: the first content of a reply. `ends` is not called for a request that was aborted. */
export type UseWatch = { begins(): void; ends(error?: ModelError): void };

/** The usage of a request, with its cost if the prices are known. */
export function priced({ traits: { prices } }: Model, usage: Usage): Extract<StepEvent, { type: 'usage' }> {
  if (!prices) return { type: 'usage', usage };
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  const uncachedTokens = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens);
  const sum =
    (uncachedTokens * prices.input +
      outputTokens * prices.output +
      cacheReadTokens * (prices.cacheRead ?? prices.input) +
      cacheWriteTokens * (prices.cacheWrite ?? prices.input)) /
    1_000_000;
  // Users can set prices: whatever they set, the cost is a finite number.
  return { type: 'usage', usage, cost: Math.min(sum, Number.MAX_SAFE_INTEGER) };
}
