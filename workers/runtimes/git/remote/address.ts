/** Parses the URLs of remotes; credentials are removed before anything is stored or printed. */
import { decodeUri } from '#workers/text/decode-uri.ts';
import { fatal, type Credentials } from '../git-context.ts';

/** Removes `user:token@` from all URLs in a text. */
export function withoutCredentials(text: string): string {
  return text.replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^/?#\s'"]*@/gi, '$1');
}

export type Address = {
  /** The URL without credentials. */
  url: string;
  host: string;
  credentials: Credentials | undefined;
};

/** Throws a `GitError` for an address that a web page cannot reach. */
export function parseAddress(text: string): Address {
  const scp = /^(?:[^/@:]+@)?([^/@:]+):(?!\/\/)(.+)$/.exec(text);
  if (scp && !text.includes('://')) throw notReachable(text, `https://${scp[1] ?? ''}/${scp[2] ?? ''}`);
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw fatal(
      `'${withoutCredentials(text)}' is no address of a repository: remotes here are https:// or http:// addresses, not folders`,
    );
  }
  if (url.protocol === 'ssh:' || url.protocol === 'git:')
    throw notReachable(text, `https://${url.hostname}${url.pathname}`);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw fatal(`Unable to find remote helper for '${url.protocol.slice(0, -1)}': use an https:// address`);
  const hasCredentials = url.username !== '' || url.password !== '';
  return {
    url: withoutCredentials(text).replace(/\/+$/, ''),
    host: url.host,
    credentials: hasCredentials
      ? { username: decodeUri(url.username), password: decodeUri(url.password) }
      : undefined,
  };
}

function notReachable(text: string, instead: string): Error {
  return fatal(
    `'${withoutCredentials(text)}' needs SSH or the git protocol, which a web page cannot speak. Use ${withoutCredentials(instead)}`,
  );
}

/** The name of the folder that a clone creates. */
export function folderOf(url: string): string {
  const name =
    url
      .replace(/\/+$/, '')
      .replace(/(\/?\.git)$/, '')
      .split(/[/:]/)
      .at(-1) ?? '';
  if (name === '' || name === '.' || name === '..')
    throw fatal(`no folder name in '${url}': name one behind the address`);
  return name;
}
