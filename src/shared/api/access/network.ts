/** The network of tools: `api.network`. */
import type { Fallible } from '../../rpc/protocol.ts';

/** `headers`: sent to the relay with each request, such as its key; absent keeps the stored ones of the same address. */
export type RelayDraft = { url: string; headers?: Record<string, string> };
/** The names of the headers; their values are keys and stay in the engine. */
export type RelayInfo = { url: string; headers: string[] };

export type NetworkApi = {
  /**
   * The relay for servers that refuse web pages: the address of the target is appended to that of
   * the relay, `https://relay/https://target`. A value sets the relay, `null` removes it.
   */
  relay(relay?: RelayDraft | null): Promise<Fallible<RelayInfo | null>>;
  /**
   * The service that fetches pages for `fetch_url` if their server refuses web pages and there is
   * no relay: an address with `{url}` in place of the page's address. It learns every address that
   * is requested from it. A value sets the service, `null` removes it.
   */
  reader(template?: string | null): Promise<Fallible<string | null>>;
  /**
   * The service that locates this device's IP address for `get_location_from_ip`: an address that
   * answers in JSON and needs no key. It learns the IP address. A value sets the service, `null`
   * restores the default.
   */
  ipService(address?: string | null): Promise<Fallible<string>>;
};
