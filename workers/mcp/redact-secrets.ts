/** What the user and their sign-in gave one server: cut out of whatever it says of a failure, before anybody reads that. */
import type { McpError } from '#shared/mcp/mcp-error.ts';
import { cutSecret } from '#workers/network/cut-secret.ts';
import type { ServerSecrets } from '#workers/domains/mcp/store.ts';
import { readSignIn } from './sign-in/stored-sign-in.ts';

export type Mask = {
  hideSecrets(secrets: ServerSecrets): void;
  /** As it lies in the vault. */
  hideSignIn(text: string): void;
  cut(text: string): string;
  cutError(error: McpError): McpError;
};

/** What is shorter is found in words that are no secrets. */
const leastCharacters = 6;
/** Tokens are renewed for as long as the app is open, and the old ones are good no more. */
const mostSecrets = 30;
/** More than anybody is shown; a flood of words is not searched. */
const readCharacters = 20_000;

export function createMask(): Mask {
  let hidden: string[] = [];

  function hide(...secrets: (string | undefined)[]): void {
    const telling = secrets
      .filter((each) => each !== undefined)
      .filter((each) => each.length >= leastCharacters);
    hidden = [...new Set([...telling, ...hidden])].slice(0, mostSecrets);
  }
  const cut = (text: string) => hidden.reduce(cutSecret, text.slice(0, readCharacters));

  return {
    hideSecrets({ headers, clientSecret }) {
      // Of `Bearer …` servers repeat both, all of it and the key alone.
      hide(clientSecret, ...Object.values(headers).flatMap((value) => [value, value.split(' ').at(-1)]));
    },
    hideSignIn(text) {
      const { tokens, client, pending } = readSignIn(text);
      hide(
        tokens?.access_token,
        tokens?.refresh_token,
        client?.client_secret,
        pending?.client?.client_secret,
      );
    },
    cut,
    cutError: (error) => (error.detail === undefined ? error : { ...error, detail: cut(error.detail) }),
  };
}
