/**
 * Services without a key: the user's reader service, which is an address template, and the one that locates
 * IP addresses.
 */
import type { Fallible } from '#shared/rpc/protocol.ts';
import type { Database } from '#workers/storage/database.ts';

export type ReaderStore = {
  read(): Promise<string | undefined>;
  /** `null` deletes it. */
  save(template: string | null): Promise<Fallible<string | null>>;
  /** The URL of the service that locates an IP address: the user's, else `defaultIpService`. */
  ipService(): Promise<string>;
  /** `null` restores the default. */
  saveIpService(address: string | null): Promise<Fallible<string>>;
};

/** Answers web pages (CORS) and needs no key: https://www.geojs.io/docs/v1/endpoints/geo/ */
export const defaultIpService = 'https://get.geojs.io/v1/ip/geo.json';

const setting = 'reader';
const ipSetting = 'ip-service';
const maxCharacters = 1_000;

export function createReaderStore(database: Database): ReaderStore {
  return {
    async read() {
      const stored = await database.get('settings', setting);
      return typeof stored === 'string' && stored !== '' ? stored : undefined;
    },
    async save(template) {
      if (template === null) {
        await database.delete('settings', setting);
        return { ok: true, value: null };
      }
      if (!isTemplate(template))
        return { ok: false, error: { type: 'validation_error', message: readerAddressRule } };
      await database.put('settings', template.trim(), setting);
      return { ok: true, value: template.trim() };
    },
    async ipService() {
      const stored = await database.get('settings', ipSetting);
      return typeof stored === 'string' && stored !== '' ? stored : defaultIpService;
    },
    async saveIpService(address) {
      if (address === null || address === defaultIpService) {
        await database.delete('settings', ipSetting);
        return { ok: true, value: defaultIpService };
      }
      if (!isAddress(address))
        return { ok: false, error: { type: 'validation_error', message: ipServiceAddressRule } };
      await database.put('settings', address.trim(), ipSetting);
      return { ok: true, value: address.trim() };
    },
  };
}

const readerAddressRule =
  'The address of a reader service begins with https:// or http://, has no password, and names where the address of the page goes, such as https://reader.example/{url}.';

const ipServiceAddressRule =
  'The address of a service that locates IP addresses begins with https:// or http:// and has no password, such as https://get.geojs.io/v1/ip/geo.json.';

function isAddress(address: unknown): address is string {
  if (typeof address !== 'string' || address.length > maxCharacters || !URL.canParse(address.trim()))
    return false;
  const { protocol, username, password } = new URL(address.trim());
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

/** Scripts can pass any value. */
function isTemplate(template: unknown): template is string {
  if (typeof template !== 'string' || template.length > maxCharacters) return false;
  const [before = '', ...rest] = template.trim().split('{url}');
  if (rest.length !== 1 || !URL.canParse(before)) return false;
  const { protocol, username, password, origin } = new URL(before);
  // The page's address must not become part of the host: `https://reader.{url}`.
  const isBehindHost = before.length > origin.length;
  return /^https?:$/.test(protocol) && username === '' && password === '' && isBehindHost;
}
