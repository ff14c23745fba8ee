/**
 * The OAuth client ID metadata document, which authorization servers read instead of registering the app. Its
 * id is its own URL, so it is emitted only if the build knows that URL: `ONECLAW_URL=https://example.org/ npm
 * run build`. https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/
 */
import type { Plugin } from 'vite';

const fileName = 'oauth-client.json';

/** The URL of the document; '' if `ONECLAW_URL` is not set. */
function oauthClientUrl(): string {
  const app = process.env.ONECLAW_URL ?? '';
  if (app === '') return '';
  if (!URL.canParse(app) || new URL(app).protocol !== 'https:' || !app.endsWith('/'))
    throw new Error(`ONECLAW_URL is '${app}'; it must begin with https:// and end with a slash.`);
  return new URL(fileName, app).href;
}

/** Emits the document and defines its URL for the engine. */
export function oauthClient(): Plugin {
  const url = oauthClientUrl();
  return {
    name: 'oauth-client',
    config: () => ({ define: { __OAUTH_CLIENT__: JSON.stringify(url) } }),
    generateBundle() {
      if (url === '') return;
      const source = {
        client_id: url,
        client_name: 'OneClaw',
        client_uri: new URL('./', url).href,
        logo_uri: new URL('icons/icon-512.png', url).href,
        redirect_uris: [new URL('oauth.html', url).href],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      };
      this.emitFile({ type: 'asset', fileName, source: JSON.stringify(source, undefined, 2) });
    },
  };
}
