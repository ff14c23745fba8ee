/** Removes a server's secrets and the user's tokens from what the server says, before anyone reads it. */
import type { McpError } from '#shared/mcp/mcp-error.ts';
import { cutSecrets } from '#workers/text/cut-secret.ts';
import type { ServerSecrets } from './stored-server.ts';
import { readSignIn } from './sign-in/stored-sign-in.ts';

export type Redactor = {
  addSecrets(secrets: ServerSecrets): void;
  /** As stored in the vault. */
  addSignIn(text: string): void;
  /** For errors, notices and the log. */
  redact(text: string): string;
  /** For what a tool answers: only what is certainly a secret, because the words of another header belong there. */
  redactResult(text: string): string;
  redactError(error: McpError): McpError;
};

/** UTF-16 code units; anything shorter occurs by chance in other words. */
const leastCharacters = 6;
/** In what a tool answers, a shorter one may be a word. */
const leastInResults = 8;
/** Other headers, such as the name of a workspace, stand in results rightly. */
const credentialHeader = /auth|key|token|secret|cookie|pass|credential|signature/i;
/** Newest first: tokens are refreshed as long as the app is open, and old ones are useless. */
const mostSecrets = 30;
/** UTF-16 code units that are searched; more is never shown. */
const readCharacters = 20_000;

export function createRedactor(): Redactor {
  let secrets: string[] = [];
  let credentials: string[] = [];

  const add = (...more: (string | undefined)[]): void => void (secrets = withNewest(secrets, more));
  function addCredentials(...more: (string | undefined)[]): void {
    add(...more);
    credentials = withNewest(credentials, more);
  }
  const redact = (text: string) => cutSecrets(text.slice(0, readCharacters), secrets);

  return {
    addSecrets({ headers, clientSecret }) {
      addCredentials(clientSecret);
      for (const [name, value] of Object.entries(headers)) {
        // Servers repeat `Bearer key` as a whole, or the key alone.
        const forms = [value, value.split(' ').at(-1)];
        if (credentialHeader.test(name)) addCredentials(...forms);
        else add(...forms);
      }
    },
    addSignIn(text) {
      const { tokens, client, pending } = readSignIn(text);
      addCredentials(
        ...[tokens?.access_token, tokens?.refresh_token],
        ...[client?.client_secret, pending?.client?.client_secret],
      );
    },
    redact,
    redactResult: (text) =>
      cutSecrets(
        text,
        credentials.filter(({ length }) => length >= leastInResults),
      ),
    redactError: (error) => (error.detail === undefined ? error : { ...error, detail: redact(error.detail) }),
  };
}

function withNewest(known: readonly string[], more: readonly (string | undefined)[]): string[] {
  const added = more.filter((each) => each !== undefined).filter((each) => each.length >= leastCharacters);
  return [...new Set([...added, ...known])].slice(0, mostSecrets);
}
