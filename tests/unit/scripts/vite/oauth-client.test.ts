/** The client ID metadata document, which authorization servers read instead of registering the app. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { build } from 'vite';
import { oauthClient } from '#scripts/vite/oauth-client.ts';

afterEach(() => vi.unstubAllEnvs());

/** Builds with the plugin. Returns the emitted document and the URL that was defined for the code. */
async function built(address: string) {
  vi.stubEnv('ONECLAW_URL', address);
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === 'entry' ? '\0entry' : undefined),
    load: (id: string) => (id === '\0entry' ? 'console.log(__OAUTH_CLIENT__)' : undefined),
  };
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [oauthClient(), entry],
    build: { write: false, rolldownOptions: { input: 'entry' } },
  });
  if (!('output' in result)) throw new Error('One build has one result.');
  const document = result.output.find(({ fileName }) => fileName === 'oauth-client.json');
  const code = result.output.find(({ type }) => type === 'chunk');
  return {
    document: document?.type === 'asset' ? (JSON.parse(String(document.source)) as object) : undefined,
    code: code?.type === 'chunk' ? code.code : '',
  };
}

describe('the document about the app', () => {
  it('has its own URL as id, and exactly one redirect address', async () => {
    const { document, code } = await built('https://example.org/claw/');
    expect(document).toMatchObject({
      client_id: 'https://example.org/claw/oauth-client.json',
      redirect_uris: ['https://example.org/claw/oauth.html'],
      token_endpoint_auth_method: 'none',
    });
    expect(code).toContain('https://example.org/claw/oauth-client.json');
  });

  it('is not emitted if the build does not know the address', async () => {
    const { document, code } = await built('');
    expect(document).toBeUndefined();
    expect(code).not.toContain('oauth-client');
  });

  it.each(['http://example.org/', 'https://example.org/claw', 'example.org'])('refuses %s', (address) => {
    vi.stubEnv('ONECLAW_URL', address);
    expect(() => oauthClient()).toThrow('must begin with https:// and end with a slash');
  });
});
