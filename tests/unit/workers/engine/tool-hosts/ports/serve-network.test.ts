/** Which requests of a call the engine records: those that were sent, or may have been sent. */
import { afterEach, expect, it } from 'vitest';
import { callOver } from '#shared/rpc/port-calls.ts';
import type { ToolErrorType } from '#shared/tools/tool.ts';
import type { NetworkApi, NetworkOutcome } from '#workers/contracts/tool-host-protocol.ts';
import type { Egress } from '#workers/network/egress.ts';
import { serveNetwork } from '#workers/engine/tool-hosts/ports/serve-port.ts';

let over = new AbortController();
afterEach(() => {
  over.abort();
  over = new AbortController();
});

const failure = (errorType: ToolErrorType) => ({ type: 'error', errorType, message: 'x' }) as const;

/** Sends one request to a host named after each outcome; `hang` never answers. */
async function notedOf(outcomes: readonly ToolErrorType[]): Promise<Set<string>> {
  const noted = new Set<string>();
  const egress: Egress = {
    check: async () => ({ type: 'allowed' }),
    refusal: async () => undefined,
    request: async ({ url }): Promise<NetworkOutcome> => {
      const name = new URL(url).hostname;
      if (name === 'timeout') return new Promise<never>(() => undefined);
      return failure(name as ToolErrorType);
    },
  };
  const terms = { hosts: undefined, publicOnly: false, usesGit: false, mayPush: false, usesSearch: true };
  const onRequest = (url: string) => {
    const { hostname } = new URL(url);
    noted.add(hostname);
    return () => void noted.delete(hostname);
  };
  const { call } = callOver<NetworkApi>(serveNetwork(egress, { ...terms, onRequest }, over.signal));
  const sent = outcomes.map((name) =>
    call('request', { url: `https://${name}/`, method: 'GET', headers: {}, maxBytes: 1 }),
  );
  await Promise.all(sent.filter((_, at) => outcomes[at] !== 'timeout'));
  return noted;
}

it('lets the browser keep the answer of a search only', async () => {
  const asked: unknown[] = [];
  const egress: Egress = {
    check: async () => ({ type: 'allowed' }),
    refusal: async () => undefined,
    request: async ({ mayBeKept }) => {
      asked.push(mayBeKept);
      return failure('network_error');
    },
  };
  for (const usesSearch of [true, false]) {
    const terms = { hosts: undefined, publicOnly: false, usesGit: false, mayPush: false, usesSearch };
    const { call } = callOver<NetworkApi>(serveNetwork(egress, terms, over.signal));
    const request = { url: 'https://a.example/', method: 'GET', headers: {}, maxBytes: 1 };
    await call('request', { ...request, mayBeKept: true });
  }
  expect(asked).toEqual([true, undefined]);
});

it('notes what got no answer, before it has one, and not what was refused', async () => {
  const outcomes = ['network_error', 'timeout', 'permission_denied', 'validation_error'] as const;
  expect(await notedOf(outcomes)).toEqual(new Set(['network_error', 'timeout']));
});
