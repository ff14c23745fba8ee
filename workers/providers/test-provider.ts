/** Tests a connection the way a chat uses it: one short streamed request, ended at the first sign of a reply. */
import { newId } from '#shared/ids.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { ProviderTestResult } from '#shared/models/provider.ts';
import type { Provider, ProviderPorts, ProviderTarget } from '#workers/contracts/provider.ts';

const longestMs = 60_000;

export async function testProvider(
  provider: Provider,
  target: ProviderTarget,
  ports: ProviderPorts,
): Promise<ProviderTestResult> {
  const startedAt = performance.now();
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), longestMs);
  const request = { system: 'Answer with one word.', messages: [greeting()], tools: [], images: new Map() };
  try {
    for await (const event of provider.stream(request, target, ports, abort.signal)) {
      // A person is waiting: a busy server is an answer, too.
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

function greeting(): Message {
  return {
    id: newId('message'),
    session: newId('session'),
    parent: null,
    order: 1,
    run: newId('run'),
    role: 'user',
    parts: [{ type: 'text', text: 'Hello' }],
    at: Date.now(),
  };
}
