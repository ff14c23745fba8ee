/** Removes a server's secrets and the user's tokens from what the server says, before anyone reads it. */
import type { McpError } from '#shared/mcp/mcp-error.ts';
import { cutSecret } from '#workers/text/cut-secret.ts';
import type { ServerSecrets } from './stored-server.ts';
import { readSignIn } from './sign-in/stored-sign-in.ts';

export type Redactor = {
  addSecrets(secrets: ServerSecrets): void;
  /** As stored in the vault. */
  addSignIn(text: string): void;
  redact(text: string): string;
  redactError(error: McpError): McpError;
};

/** UTF-16 code units; anything shorter occurs by chance in other words. */
const leastCharacters = 6;
/** Newest first: tokens are refreshed as long as the app is open, and old ones are useless. */
const mostSecrets = 30;
/** UTF-16 code units that are searched; more is never shown. */
const readCharacters = 20_000;

export function createRedactor(): Redactor {
  let secrets: string[] = [];

  function add(...more: (string | undefined)[]): void {
    const added = more.filter((each) => each !== undefined).filter((each) => each.length >= leastCharacters);
    secrets = [...new Set([...added, ...secrets])].slice(0, mostSecrets);
  }
  const redact = (text: string) => secrets.reduce(cutSecret, text.slice(0, readCharacters));

  return {
    addSecrets({ headers, clientSecret }) {
      // Servers repeat `Bearer key` as a whole, or the key alone.
      add(clientSecret, ...Object.values(headers).flatMap((value) => [value, value.split(' ').at(-1)]));
    },
    addSignIn(text) {
      const { tokens, client, pending } = readSignIn(text);
      add(tokens?.access_token, tokens?.refresh_token, client?.client_secret, pending?.client?.client_secret);
    },
    redact,
    redactError: (error) => (error.detail === undefined ? error : { ...error, detail: redact(error.detail) }),
  };
}
