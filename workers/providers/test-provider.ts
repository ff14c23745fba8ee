/** Tests a connection as a chat uses it: one short streamed request, aborted at the first event of the reply. */
import { standaloneMessage } from '#shared/conversation/message.ts';
import type { ProviderTestResult } from '#shared/models/provider.ts';
import type { Provider, ProviderDeps, ProviderTarget } from '#workers/contracts/provider.ts';

const timeoutMs = 60_000;

export async function testProvider(
  provider: Provider,
  target: ProviderTarget,
  deps: ProviderDeps,
): Promise<ProviderTestResult> {
  const startedAt = performance.now();
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  const greeting = standaloneMessage('test', [{ type: 'text', text: 'Hello' }]);
  const request = { system: 'Answer with one word.', messages: [greeting], tools: [], media: new Map() };
  try {
    for await (const event of provider.stream(request, target, deps, abort.signal)) {
      // Retries would keep the user waiting: a busy server is a result.
      if (event.type === 'error' || event.type === 'retry') return { ok: false, error: event.error };
      return { ok: true, milliseconds: Math.round(performance.now() - startedAt), model: target.model };
    }
    return {
      ok: false,
      error: {
        type: 'silent',
        host: URL.canParse(target.baseUrl) ? new URL(target.baseUrl).host : target.baseUrl,
      },
    };
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}
