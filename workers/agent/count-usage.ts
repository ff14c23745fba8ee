/** Counts the tokens of a request: as the server reports them, else estimated without its tokenizer. */
import type { Usage } from '#shared/conversation/message.ts';
import type { ProviderKind } from '#shared/models/provider.ts';
import type { ModelEvent, ModelRequest } from '#workers/contracts/provider.ts';
import { estimateMessages, estimateText, estimateTools } from './estimate-tokens.ts';

type UsageCount = {
  see(event: ModelEvent): void;
  /** The server is working on the request: what follows costs tokens, even if it is aborted before its first event. */
  begin(): void;
  /** Undefined if the request was not answered, or costs nothing. */
  total(): Usage | undefined;
};

export function countUsage(kind: ProviderKind, request: ModelRequest): UsageCount {
  let reported: Usage | undefined;
  // Joined only at the end: a reply has thousands of deltas.
  const written: string[] = [];
  let isAnswered = false;
  return {
    see(event) {
      // Some formats report usage twice; the later report is complete.
      if (event.type === 'usage') reported = event.usage;
      else if (event.type === 'text-delta' || event.type === 'reasoning-delta') written.push(event.text);
      else if (event.type === 'call') written.push(event.name, JSON.stringify(event.arguments));
      isAnswered ||= event.type !== 'retry' && event.type !== 'error';
    },
    begin: () => void (isAnswered = true),
    total: () =>
      reported ?? (isAnswered && kind !== 'guide' ? estimate(request, written.join('')) : undefined),
  };
}

function estimate({ system, messages, tools }: ModelRequest, written: string): Usage {
  return {
    inputTokens: estimateText(system) + estimateTools(tools) + estimateMessages(messages),
    outputTokens: estimateText(written),
    isEstimate: true,
  };
}
