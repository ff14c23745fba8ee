/** Fetches pages through the user's reader service: a server that fetches a page and returns its text. */
import type { HostRules } from '#shared/agents/host-rules.ts';
import { messageOf } from '#shared/message-of.ts';
import type { NetworkOutcome } from '#workers/contracts/tool-host-protocol.ts';
import { readBounded } from './read-bounded.ts';

/**
 * True if the agent has host lists: a reader service may follow a redirect to any host, unseen by the app.
 */
export function hasHostLists({ allow = [], block = [] }: HostRules = {}): boolean {
  return allow.length > 0 || block.length > 0;
}

/** The advice for a page that was not read through a reader service. */
export function adviceOnReader(reader: string | undefined, hosts: HostRules | undefined): string {
  if (!hasHostLists(hosts))
    return ' The user can also set a reader service in Settings, Reading pages; it sees the addresses it fetches.';
  return reader === undefined
    ? ''
    : " The user's reader service is not asked, because this agent has lists of allowed and blocked hosts, and the service could follow a redirect past them.";
}

/**
 * `template`: the service's URL with `{url}` as the placeholder for the page's URL. Nothing but that URL is
 * sent.
 */
export async function readWith(
  template: string,
  { url, init, maxBytes }: { url: URL; init: RequestInit; maxBytes: number },
  fetch: (input: string, init: RequestInit) => Promise<Response>,
): Promise<NetworkOutcome> {
  const address = readerAddress(template, url);
  const { host } = new URL(address);
  let response;
  try {
    response = await fetch(address, {
      ...(init.signal ? { signal: init.signal } : {}),
      headers: { Accept: 'text/markdown, text/plain, */*;q=0.5' },
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      redirect: 'error',
    });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    return failed(
      `${url.host} does not let web pages read it, and the user's reader service ${host} cannot be reached (${messageOf(error)}). They can change it in Settings, Reading pages. Try another source.`,
    );
  }
  const { bytes, truncated } = await readBounded(response.body, maxBytes);
  if (!response.ok)
    return failed(
      `${url.host} does not let web pages read it, and the user's reader service ${host} answered ${response.status}. Try another source.`,
    );
  return {
    type: 'success',
    response: {
      status: response.status,
      statusText: response.statusText,
      url: url.href,
      headers: [...response.headers],
      body: bytes,
      truncated,
      reader: host,
    },
  };
}

/** Percent-encodes the page's URL if the placeholder is in the query; a path gets it unchanged. */
function readerAddress(template: string, { href }: URL): string {
  const plain = href.replace(/#.*$/, '');
  const isInQuery = template.slice(0, template.indexOf('{url}')).includes('?');
  // Not `replace`, because the URL may contain replacement patterns such as `$&`.
  return template.split('{url}').join(isInQuery ? encodeURIComponent(plain) : plain);
}

function failed(message: string): NetworkOutcome {
  return { type: 'error', errorType: 'network_error', message };
}
