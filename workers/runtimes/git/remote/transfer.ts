/** Fetches from and pushes to servers. Their responses are checked, and tokens are never printed. */
import { noNetwork } from '#workers/contracts/ports/network-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { messageOf } from '#shared/message-of.ts';
import { cutSecret } from '#workers/text/cut-secret.ts';
import { short } from '../diff/patch.ts';
import { fatal, GitError, type Credentials } from '../git-context.ts';
import { isAncestor } from '../history.ts';
import { fetch, listServerRefs, push } from '../library.ts';
import { listRefs } from '../refs/refs.ts';
import type { Repository } from '../repository.ts';
import { parseAddress, withoutCredentials, type Address } from './address.ts';
import { createHttpClient } from './http-client.ts';

export type FetchOptions = {
  remote: string;
  address: Address;
  /** A branch or tag; the only one fetched if `isSingle`. */
  ref?: string;
  isSingle?: boolean;
  depth?: number;
  isPruning?: boolean;
  hasTags?: boolean;
};

export type Fetched = {
  /** The branch of the server's HEAD; `null` for an empty repository. */
  defaultBranch: string | null;
  head: string | null;
  /** The updated references, in git's output format. */
  updates: string;
};

export async function fetchFrom(repository: Repository, options: FetchOptions): Promise<Fetched> {
  const { remote, address } = options;
  const before = await remoteState(repository, remote);
  const result = await talk(repository, address, (connection) =>
    fetch({
      ...connection,
      remote,
      tags: options.hasTags ?? true,
      prune: options.isPruning ?? false,
      singleBranch: options.isSingle ?? false,
      ...(options.ref !== undefined && { ref: options.ref }),
      remoteRef: options.ref ?? 'HEAD',
      ...(options.depth !== undefined && { depth: options.depth }),
    }),
  );
  const after = await remoteState(repository, remote);
  await checkArrived(repository, [...after.values()]);
  return {
    defaultBranch: result.defaultBranch?.replace('refs/heads/', '') ?? null,
    head: result.fetchHead ?? null,
    updates: await describeUpdates(repository, address, before, after),
  };
}

/** The remote-tracking branches of the remote, and the tags. */
async function remoteState(repository: Repository, remote: string): Promise<Map<string, string>> {
  const branches = await listRefs(repository, `refs/remotes/${remote}/`);
  const tags = await listRefs(repository, 'refs/tags/');
  return new Map([...branches, ...tags]);
}

/** Checks that all referenced objects exist, because a server can name objects that it did not send. */
async function checkArrived(repository: Repository, oids: readonly string[]): Promise<void> {
  for (const oid of new Set(oids))
    if (!(await repository.objects.has(oid)))
      throw fatal(`the server did not send all necessary objects: ${oid} is missing. Nothing was changed`);
}

async function describeUpdates(
  repository: Repository,
  { url }: Address,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Promise<string> {
  const lines: string[] = [];
  const names = (ref: string) => {
    const local = ref.replace(/^refs\/(remotes|tags)\//, '');
    return {
      theirs: ref.startsWith('refs/tags/') ? local : local.slice(local.indexOf('/') + 1),
      ours: local,
    };
  };
  for (const [ref, oid] of after) {
    const old = before.get(ref);
    if (old === oid || ref.endsWith('/HEAD')) continue;
    const { theirs, ours } = names(ref);
    const arrow = `${theirs.padEnd(10)} -> ${ours}`;
    if (!old)
      lines.push(` * ${(ref.startsWith('refs/tags/') ? '[new tag]' : '[new branch]').padEnd(17)} ${arrow}`);
    else if (await isAncestor(repository, old, oid).catch(() => false))
      lines.push(`   ${short(old)}..${short(oid)}  ${arrow}`);
    else lines.push(` + ${short(old)}...${short(oid)} ${arrow}  (forced update)`);
  }
  for (const ref of before.keys())
    if (!after.has(ref))
      lines.push(` - ${'[deleted]'.padEnd(17)} ${'(none)'.padEnd(10)} -> ${names(ref).ours}`);
  return lines.length === 0 ? '' : `From ${url}\n${lines.join('\n')}\n`;
}

export type PushOptions = {
  remote: string;
  address: Address;
  /** In full. */
  source: string;
  /** In full. */
  target: string;
  isForced?: boolean;
  isDeleted?: boolean;
  /**
   * Overwrites only if the server's branch is still at this commit; undefined: only if the branch does not
   * exist.
   */
  lease?: string | undefined;
};

/** `rejected`: why the server or the protocol rejected the push; undefined on success. */
export async function pushTo(
  repository: Repository,
  options: PushOptions,
): Promise<{ rejected: string | undefined }> {
  const { remote, address, source, target, isForced = false, isDeleted = false } = options;
  try {
    await talk(repository, address, async (connection) => {
      if ('lease' in options) {
        const refs = await listServerRefs({
          ...connection,
          url: address.url,
          forPush: true,
          prefix: target,
          protocolVersion: 1,
        });
        if (refs.find(({ ref }) => ref === target)?.oid !== options.lease) throw new Rejection('stale info');
      }
      const force = isForced || 'lease' in options;
      await push({ ...connection, remote, ref: source, remoteRef: target, force, delete: isDeleted });
    });
    return { rejected: undefined };
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    return { rejected: error.message };
  }
}

/** A rejected push, which the user can resolve, as opposed to a failure. */
class Rejection extends Error {}

type Connection = Parameters<typeof fetch>[0];

async function talk<T>(
  repository: Repository,
  address: Address,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const { context, fs, gitdir, objects } = repository;
  if (!context.network) throw fatal(`unable to access '${address.url}': ${noNetwork}`);
  const { credentials } = address;
  try {
    return await work({
      fs: fs.client,
      gitdir,
      cache: objects.cache,
      http: createHttpClient(context.network, { usesToken: !credentials }),
      url: address.url,
      // A repository's config may contain a proxy, which must not decide where requests and tokens are sent.
      corsProxy: '',
      // The HTTP client has already tried the user's token.
      onAuth: () => credentials ?? { cancel: true },
      onAuthFailure: () => ({ cancel: true }),
      onMessage: (line) => context.progress(hide(`remote: ${line.trim()}`, credentials)),
      onProgress: ({ phase, loaded, total }) =>
        context.progress(total ? `${phase}: ${loaded} of ${total}` : phase),
    });
  } catch (error) {
    throw explain(error, address, context.signal);
  }
}

/**
 * Removes credentials of the URL from a server's message. The engine removes the user's token before a
 * response arrives here.
 */
function hide(text: string, credentials: Credentials | undefined): string {
  return cutSecret(withoutCredentials(text), credentials?.password || (credentials?.username ?? ''));
}

function explain(error: unknown, address: Address, signal: AbortSignal): unknown {
  const { credentials } = address;
  if (error instanceof GitError || error instanceof Rejection || signal.aborted) return error;
  if (error instanceof ToolError)
    return new ToolError(
      error.type,
      hide(`fatal: unable to access '${address.url}': ${error.message}`, credentials),
    );
  const { code = '', data = {} } = error as LibraryError;
  const words = hide(messageOf(error), credentials);
  if (code === 'PushRejectedError')
    return new Rejection(data.reason === 'tag-exists' ? 'already exists' : 'non-fast-forward');
  if (code === 'GitPushError')
    return new Rejection(
      hide((data.prettyDetails ?? words).replace(/\s*\n\s*-?\s*/g, ' ').trim(), credentials),
    );
  return fatal(explainCode(code, data.statusCode, words, address));
}

type LibraryError = {
  code?: string;
  data?: { statusCode?: number; reason?: string; prettyDetails?: string };
};

function explainCode(
  code: string,
  status: number | undefined,
  words: string,
  { url, host }: Address,
): string {
  if (code === 'UserCanceledError' || status === 401 || status === 403)
    return `Authentication failed for '${url}'. The user can save a user name and a token for ${host} under Settings > Git, or a new token if the server refuses theirs; then try again`;
  if (status === 404)
    return `repository '${url}' not found. Check the address; a private repository also needs a token for ${host} under Settings > Git`;
  if (code === 'HttpError') return `unable to access '${url}': the server answered ${words}`;
  if (code === 'SmartHttpError' || code === 'ParseError')
    return `'${url}' is no git repository: the server answered with something else. Check the address`;
  if (code === 'NotFoundError') return `couldn't find remote ref: ${words}`;
  return `the exchange with '${url}' failed: ${words}`;
}

/** Resolves the name of a remote, or a URL, to an address. */
export async function remoteAddress(
  repository: Repository,
  name: string,
  isPush = false,
): Promise<{ remote: string; address: Address }> {
  const config = await repository.config();
  const value = (key: string) => config.findLast((entry) => entry.key === key)?.value;
  const url = (isPush ? value(`remote.${name}.pushurl`) : undefined) ?? value(`remote.${name}.url`);
  const replaced = config.find(
    (entry) => /^url\..*\.(?:push)?insteadof$/s.test(entry.key) && (url ?? name).startsWith(entry.value),
  );
  if (replaced)
    throw fatal(
      `${replaced.key} would replace '${replaced.value}' in the address, which this git does not do. Remove it from .git/config, and set the whole address with 'git remote set-url'`,
    );
  if (url !== undefined) return { remote: name, address: parseAddress(url) };
  if (name.includes('://') || name.includes('@')) return { remote: name, address: parseAddress(name) };
  throw fatal(
    `'${name}' does not appear to be a git repository\nfatal: Could not read from remote repository.\n\nAdd it with 'git remote add ${name} <url>'`,
  );
}
