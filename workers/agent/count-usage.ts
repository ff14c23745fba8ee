/** What a request took, as its server says; where it says nothing, as near as one comes without its tokenizer. */
import type { Usage } from '#shared/conversation/message.ts';
import type { ProviderKind } from '#shared/models/provider.ts';
import type { ModelEvent, ModelRequest } from '#workers/contracts/provider.ts';
import { estimateMessages, estimateText, estimateTools } from './estimate-tokens.ts';

export type UsageCount = {
  see(event: ModelEvent): void;
  /** Counts the request's input even if no answer was seen. */
  begin(): void;
  /** Undefined where nothing was answered, or nothing is spent. */
  total(): Usage | undefined;
};

export function countUsage(kind: ProviderKind, request: ModelRequest): UsageCount {
  let said: Usage | undefined;
  // Joined only where it is needed: a reply has thousands of deltas.
  const written: string[] = [];
  let isAnswered = false;
  return {
    see(event) {
      // Some wires tell it twice; the later one is the whole.
      if (event.type === 'usage') said = event.usage;
      else if (event.type === 'text-delta' || event.type === 'reasoning-delta') written.push(event.text);
      else if (event.type === 'call') written.push(event.name, JSON.stringify(event.arguments));
      isAnswered ||= event.type !== 'retry' && event.type !== 'error';
    },
    begin: () => void (isAnswered = true),
    total: () => said ?? (isAnswered && kind !== 'guide' ? estimate(request, written.join('')) : undefined),
  };
}

function estimate({ system, messages, tools }: ModelRequest, written: string): Usage {
  return {
    inputTokens: estimateText(system) + estimateTools(tools) + estimateMessages(messages),
    outputTokens: estimateText(written),
    isEstimate: true,
  };
}
