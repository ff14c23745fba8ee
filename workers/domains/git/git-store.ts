/** The user's data for git: the author in the settings, tokens in the vault, each bound to its host. */
import type { GitAuthor, GitTokenDraft, GitTokenInfo } from '#shared/api/git.ts';
import { isJsonObject } from '#shared/json.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import { refuse } from '#workers/engine/as-fallible.ts';
import { gitOwner } from '#workers/domains/vault/tables.ts';
import { beginWithSecrets, checkLock } from '#workers/domains/vault/store-secret.ts';
import type { Vault } from '#workers/domains/vault/vault.ts';
import type { FindGitToken, GitToken } from '#workers/network/git-token.ts';
import type { Database } from '#workers/storage/database.ts';
import { authorSetting, readAuthor } from './author.ts';

export type GitStore = {
  author(): Promise<GitAuthor | null>;
  /** `null` deletes the stored author. */
  setAuthor(draft: GitAuthor | null): Promise<Fallible<GitAuthor | null>>;
  tokens(): Promise<GitTokenInfo[]>;
  saveToken(draft: GitTokenDraft): Promise<Fallible<GitTokenInfo>>;
  removeToken(host: string): Promise<void>;
  /** Finds the token of a host for the egress gate. */
  reveal: FindGitToken;
};

const setting = 'git-tokens';
const maxTokens = 100;
const maxCharacters = 4_000;
/** Used if no user name is given: servers that take a token as the password accept any name with it. */
const usualName = 'git';

export function createGitStore(database: Database, vault: Vault): GitStore {
  return {
    author: async () => readAuthor(await database.get('settings', authorSetting)) ?? null,
    async setAuthor(draft) {
      if (draft === null) {
        await database.delete('settings', authorSetting);
        return { ok: true, value: null };
      }
      const author = readAuthor(draft);
      if (!author)
        return refuse(
          'validation_error',
          'An author has a name and an email address, without < and >, such as {"name": "Ada", "email": "ada@example.com"}.',
        );
      await database.put('settings', author, authorSetting);
      return { ok: true, value: author };
    },
    async tokens() {
      const stored = await readTokens(database);
      // A reset of the vault deletes the tokens, but not this list.
      const kept = await Promise.all(stored.map(({ host }) => vault.has(gitOwner(host))));
      return stored.filter((_, at) => kept[at]);
    },
    async saveToken(draft) {
      const checked = checkDraft(draft);
      if (typeof checked === 'string') return refuse('validation_error', checked);
      if (!(await vault.isOpen()))
        return refuse(
          'permission_denied',
          'The stored keys are locked. Unlock them in Settings, and save again.',
        );
      const { host, username, token } = checked;
      const others = (await readTokens(database)).filter((each) => each.host !== host);
      if (others.length >= maxTokens)
        return refuse('validation_error', `At most ${maxTokens} tokens are kept. Remove one first.`);
      const secret = await vault.seal(gitOwner(host), host, JSON.stringify({ username, token }));
      await change(database, host, { username, secret });
      return { ok: true, value: { host, username } };
    },
    removeToken: (host) => change(database, host, undefined),
    async reveal(host) {
      const text = await vault.reveal(gitOwner(host), host);
      if (text === undefined) return 'locked';
      return text === '' ? undefined : readSecret(text);
    },
  };
}

/** The token as it is stored, or what is wrong with it. Scripts can pass any value. */
function checkDraft(draft: GitTokenDraft): (GitTokenInfo & GitToken) | string {
  const { host: text, username: name = '', token: secret } = draft;
  if ([text, name, secret].some((each) => typeof each !== 'string'))
    return 'A token is saved as {"host": "github.com", "username": "…", "token": "…"}.';
  const host = hostIn(text.trim());
  if (host === undefined)
    return `${JSON.stringify(text)} is no host. Give one as in an address, such as github.com or localhost:3000.`;
  const [username, token] = [name.trim() || usualName, secret.trim()];
  if (/[\p{Cc}:]/u.test(username) || username.length > maxCharacters)
    return 'The user name for a git server is one line without a colon.';
  if (token === '' || /\p{Cc}/u.test(token) || token.length > maxCharacters)
    return 'Enter the token of the git server, one line.';
  return { host, username, token };
}

/** The host of a URL, or of a text that is only a host, as in `URL.host`. */
function hostIn(text: string): string | undefined {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && /^https?:$/.test(url.protocol) && url.host !== '' ? url.host : undefined;
}

async function readTokens(database: Pick<Database, 'get'>): Promise<GitTokenInfo[]> {
  return tokensIn(await database.get('settings', setting));
}

function tokensIn(stored: unknown): GitTokenInfo[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((each: unknown) => {
    if (!isJsonObject(each) || typeof each.host !== 'string' || typeof each.username !== 'string') return [];
    return [{ host: each.host, username: each.username }];
  });
}

type Sealed = { username: string; secret: Awaited<ReturnType<Vault['seal']>> };

/** The list and the secret in one transaction; without `next` both are removed. */
async function change(database: Database, host: string, next: Sealed | undefined): Promise<void> {
  const transaction = beginWithSecrets(database);
  const [settings, secrets] = [transaction.objectStore('settings'), transaction.objectStore('secrets')];
  if (next) await checkLock(next.secret, transaction);
  const others = tokensIn(await settings.get(setting)).filter((each) => each.host !== host);
  const list = next ? [...others, { host, username: next.username }] : others;
  list.sort((one, other) => one.host.localeCompare(other.host));
  await settings.put(list, setting);
  if (next) await secrets.put(next.secret);
  else await secrets.delete(gitOwner(host));
  await transaction.done;
}

/** Reads a secret that `saveToken` has written. */
function readSecret(text: string): GitToken | undefined {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value) || typeof value.username !== 'string' || typeof value.token !== 'string')
    return undefined;
  return { username: value.username, token: value.token };
}
