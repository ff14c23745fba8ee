/** Chromium's permission for the local network: its names in all versions, and the cause that it explains. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { isLocalAddress } from '#shared/private-names.ts';
import { findPlainCause } from '#workers/network/explain-failure.ts';
import { localNetworkState } from '#workers/network/local-network.ts';

/** A browser that knows these permissions. */
function browser(states: Readonly<Record<string, string>>): string[] {
  const asked: string[] = [];
  const query = async ({ name }: { name: string }) => {
    asked.push(name);
    const state = states[name];
    if (state === undefined) throw new TypeError(`'${name}' is not a valid permission`);
    return { state };
  };
  vi.stubGlobal('navigator', { permissions: { query } });
  return asked;
}
afterEach(() => vi.unstubAllGlobals());

describe('localNetworkState', () => {
  it('asks by the newest name first, and by the older one where that is unknown', async () => {
    expect(browser({ 'loopback-network': 'granted', 'local-network': 'denied' })).toEqual([]);
    expect(await localNetworkState('localhost')).toBe('granted');
    expect(await localNetworkState('192.168.1.2')).toBe('denied');
    const asked = browser({ 'local-network-access': 'prompt' });
    expect(await localNetworkState('127.0.0.1')).toBe('prompt');
    expect(await localNetworkState('printer.local')).toBe('prompt');
    expect(asked).toEqual([
      ...['loopback-network', 'local-network-access', 'local-network', 'local-network-access'],
    ]);
  });

  it('knows none for public hosts, in other browsers, and without the API', async () => {
    browser({ 'local-network-access': 'denied' });
    expect(await localNetworkState('api.example.com')).toBe('unsupported');
    browser({});
    expect(await localNetworkState('localhost')).toBe('unsupported');
    vi.stubGlobal('navigator', {});
    expect(await localNetworkState('localhost')).toBe('unsupported');
  });
});

describe('the cause of a failure', () => {
  const deps = { online: () => true, pageProtocol: 'https:' };

  it('is the permission where it was refused, for hosts of the local network alone', async () => {
    browser({ 'local-network': 'denied', 'loopback-network': 'denied' });
    expect(await findPlainCause(new URL('https://192.168.1.2/v1'), deps)).toBe('local_network');
    expect(await findPlainCause(new URL('http://localhost:11434/v1'), deps)).toBe('local_network');
    expect(await findPlainCause(new URL('https://api.example.com/v1'), deps)).toBeUndefined();
    browser({ 'local-network': 'prompt' });
    expect(await findPlainCause(new URL('https://192.168.1.2/v1'), deps)).toBeUndefined();
  });
});

it.each([
  ...['localhost', '127.0.0.1', '10.1.2.3', '192.168.0.9', '172.20.0.1', '[::1]', '[fd00::1]', 'nas.local'],
])('%s is a local address', (host) => expect(isLocalAddress(host)).toBe(true));

it.each(['api.openai.com', '8.8.8.8', '172.32.0.1', '[2001:db8::1]', 'localhost.example.com'])(
  '%s is none',
  (host) => expect(isLocalAddress(host)).toBe(false),
);
