/**
 * Counts the tokens of a request: as the server reports them, else estimated without its tokenizer. Recognises that a
 * server read only a part of it.
 */
import type { Message, Note, Usage } from '#shared/conversation/message.ts';
import { isLocalAddress } from '#shared/private-names.ts';
import type { ProviderKind } from '#shared/models/provider.ts';
import type { ModelEvent, ModelRequest } from '#workers/contracts/provider.ts';
import { estimateMessages, estimateText, estimateTools } from './estimate-tokens.ts';

type UsageCount = {
  see(event: ModelEvent): void;
  /** The server is working on the request: what follows costs tokens, even if it is aborted before its first event. */
  begin(): void;
  /** Undefined if the request was not answered, or costs nothing. */
  total(): Usage | undefined;
  /**
   * The server cut the beginning off without an error, as Ollama, LM Studio and KoboldCpp do.
   * https://github.com/ollama/ollama/issues/14259
   */
  cut(host: string): (Note & { type: 'cut-by-server' }) | undefined;
};

/** Below this share of the estimate, no other tokenizer explains the count. */
const cutShare = 0.4;
/** In tokens: smaller requests are not cut. */
const leastSent = 4_000;
/** In tokens. Some servers count only what was not cached, which is less in most turns. */
const leastCounted = 1_000;

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
    cut(host) {
      const counted = reported?.inputTokens ?? 0;
      if (counted < leastCounted || reported?.cacheReadTokens || !isOnComputer(host)) return undefined;
      const messages = request.messages.map(withoutUncertain);
      const sent = estimate({ ...request, messages }, '').inputTokens;
      const isCut = sent >= leastSent && counted < sent * cutShare;
      return isCut ? { type: 'cut-by-server', host, counted, sent } : undefined;
    },
  };
}

/** Services on the internet refuse what is too long. `host` as in `URL.host`. */
function isOnComputer(host: string): boolean {
  return host !== '' && isLocalAddress(new URL(`http://${host}`).hostname);
}

/** Reasoning is seldom sent back, and models count a picture differently. */
function withoutUncertain(message: Message): Message {
  return { ...message, parts: message.parts.filter(({ type }) => type !== 'reasoning' && type !== 'image') };
}

function estimate({ system, messages, tools }: ModelRequest, written: string): Usage {
  return {
    inputTokens: estimateText(system) + estimateTools(tools) + estimateMessages(messages),
    outputTokens: estimateText(written),
    isEstimate: true,
  };
}
