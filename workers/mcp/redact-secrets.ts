/** Removes a server's secrets and the user's tokens from the server's responses before anyone reads them. */
import type { McpError } from '#shared/mcp/mcp-error.ts';
import { cutSecrets } from '#workers/text/cut-secret.ts';
import type { ServerSecrets } from './stored-server.ts';
import { readSignIn } from './sign-in/stored-sign-in.ts';

export type Redactor = {
  addSecrets(secrets: ServerSecrets): void;
  /** `text`: the sign-in as stored in the vault. */
  addSignIn(text: string): void;
  /** For errors, notices and the log; returns at most 20,000 UTF-16 units. */
  redact(text: string): string;
  /**
   * For tool results: removes credentials only, because values of other headers may legitimately occur there.
   */
  redactResult(text: string): string;
  redactError(error: McpError): McpError;
};

/** Minimum UTF-16 code units of a secret; shorter values occur in ordinary text by chance. */
const leastCharacters = 6;
/** Minimum in tool results, where a shorter value may be an ordinary word. */
const leastInResults = 8;
/**
 * Names of headers that contain credentials. Values of others, such as a workspace name, may occur in
 * results.
 */
const credentialHeader = /auth|key|token|secret|cookie|pass|credential|signature/i;
/** Maximum number of secrets, newest first: tokens are refreshed repeatedly, and old ones are useless. */
const maxSecrets = 30;
/** Maximum UTF-16 code units that are searched and returned; more is never shown. */
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
        // Servers may quote the whole value `Bearer key` or only the key.
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
  return [...new Set([...added, ...known])].slice(0, maxSecrets);
}
