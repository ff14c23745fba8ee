/**
 * Allowed targets of a connection to a user's server: its own origin, but no private host or plain http that
 * it names.
 */
import { describe, expect, it } from 'vitest';
import { createConnectionFetch } from '#workers/network/connection-fetch.ts';

describe('a connection to a server', () => {
  const ask = async (own: string, address: string) => {
    const sent: string[] = [];
    const fetch = createConnectionFetch(new URL(own), {
      fetch: async (input) => (sent.push(String(input)), new Response('ok')),
      isHostAllowed: (host) => host === 'localhost:9',
    });
    const reason = await fetch(address).then(
      () => 'sent',
      (error: unknown) => (error as { reason: string }).reason,
    );
    expect(sent).toHaveLength(reason === 'sent' ? 1 : 0);
    return reason;
  };

  it.each([
    ['https://mcp.example/', 'https://mcp.example/token', 'sent'],
    ['https://mcp.example/', 'https://login.example/token', 'sent'],
    ['https://mcp.example/', 'http://mcp.example/token', 'address'],
    ['https://mcp.example/', 'http://login.example/token', 'address'],
    ['https://nas.local/', 'http://nas.local/token', 'address'],
    ['https://mcp.example/', 'http://localhost:9/token', 'sent'],
    ['https://mcp.example/', 'https://nas.local/token', 'private_host'],
    ['http://nas.local/', 'http://nas.local/token', 'sent'],
    ['http://nas.local/', 'https://nas.local/token', 'sent'],
    ['http://nas.local/', 'http://nas.local:81/token', 'private_host'],
  ])('at %s: a request to %s is %s', async (own, address, expected) => {
    expect(await ask(own, address)).toBe(expected);
  });
});
