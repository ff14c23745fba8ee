/** The user's sign-in at a server as it lies in the vault: who this app is there, its tokens, and one that is under way. */
import { isJsonObject } from '../../src/shared/json.ts';
import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from './protocol-client.ts';

export type StoredSignIn = {
  client?: StoredOAuthClientInformation;
  /** The address the client was registered with: it is good for no other. */
  redirect?: string;
  tokens?: StoredOAuthTokens;
  expiresAt?: number;
  discovery?: OAuthDiscoveryState;
  /** What the server said it wants, when it refused. */
  wanted?: { scope?: string; metadata?: string };
  pending?: { state: string; verifier: string; redirect: string; at: number };
};

/** Written by this app alone, under a key that nothing else has. */
export function readSignIn(text: string): StoredSignIn {
  if (text === '') return {};
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : {};
}

/** Without the fields that are named. */
export function without<K extends keyof StoredSignIn>(
  stored: StoredSignIn,
  ...keys: K[]
): Omit<StoredSignIn, K> {
  const rest = { ...stored };
  for (const key of keys) Reflect.deleteProperty(rest, key);
  return rest;
}
