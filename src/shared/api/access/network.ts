/** The network of tools: `api.network`. */
import type { Fallible } from '../../rpc/protocol.ts';

/** `headers`: sent to the relay with each request, such as its key; absent keeps the stored ones of the same address. */
export type RelayDraft = { url: string; headers?: Record<string, string> };
/** The names of the headers; their values are keys and stay in the engine. */
export type RelayInfo = { url: string; headers: string[] };

export type NetworkApi = {
  /**
   * The relay for servers that refuse web pages: an address in front of which that of the target is put,
   * `https://relay/https://target`. Sets it if one is given, forgets it if `null` is.
   */
  relay(relay?: RelayDraft | null): Promise<Fallible<RelayInfo | null>>;
  /**
   * The service that reads pages for `fetch_url` where their server refuses web pages and there is no relay: an address
   * with `{url}` in place of that of the page. It sees every address it is asked for. Sets it if one is given, forgets it
   * if `null` is.
   */
  reader(template?: string | null): Promise<Fallible<string | null>>;
  /**
   * The service that tells `get_location_from_ip` where this device's IP address is: an address that answers in JSON
   * and needs no key. It sees the IP address. Sets it if one is given, goes back to the default if `null` is.
   */
  ipService(address?: string | null): Promise<Fallible<string>>;
};
