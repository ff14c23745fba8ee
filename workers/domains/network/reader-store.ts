/** The user's reader service: an address template, without a key. */
import type { Fallible } from '#shared/rpc/protocol.ts';
import type { Database } from '#workers/storage/database.ts';

export type ReaderStore = {
  read(): Promise<string | undefined>;
  /** `null` forgets it. */
  save(template: string | null): Promise<Fallible<string | null>>;
};

const setting = 'reader';
const mostCharacters = 1_000;

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
        return { ok: false, error: { type: 'validation_error', message: whatIsOne } };
      await database.put('settings', template.trim(), setting);
      return { ok: true, value: template.trim() };
    },
  };
}

const whatIsOne =
  'The address of a reader service begins with https:// or http://, has no password, and names where the address of the page goes, such as https://reader.example/{url}.';

/** Scripts can pass any value. */
function isTemplate(template: unknown): template is string {
  if (typeof template !== 'string' || template.length > mostCharacters) return false;
  const [before = '', ...rest] = template.trim().split('{url}');
  if (rest.length !== 1 || !URL.canParse(before)) return false;
  const { protocol, username, password, origin } = new URL(before);
  // The page's address must not become part of the host: `https://reader.{url}`.
  const isBehindHost = before.length > origin.length;
  return /^https?:$/.test(protocol) && username === '' && password === '' && isBehindHost;
}
