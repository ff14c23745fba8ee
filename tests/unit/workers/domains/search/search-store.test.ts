/** The stored search services: keys are only in the vault, each bound to the origin of its service. */
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonTemplate, SearchDraft } from '#shared/api/search.ts';
import { newId } from '#shared/ids.ts';
import { addressOfSecret } from '#workers/composition/secret-address.ts';
import { openDatabase } from '#workers/domains/database.ts';
import { settingsIn } from '#workers/domains/search/search-records.ts';
import { createSearchStore, openSources } from '#workers/domains/search/search-store.ts';
import { createVault } from '#workers/domains/vault/vault.ts';
import { createVaultKeys } from '#workers/domains/vault/vault-keys.ts';
import { actOnVault } from '#workers/domains/vault/vault-lock.ts';

const apiKey = 'canary-search-key';
const template: JsonTemplate = { url: 'https://json.example/?q={query}', results: '', title: 't', link: 'u' };

async function open() {
  const database = await openDatabase({ name: newId('run') });
  const keys = createVaultKeys(database, { send: () => undefined, onChange: () => undefined });
  const store = createSearchStore(database, createVault(database, keys));
  const act = (action: Parameters<typeof actOnVault>[0]) =>
    actOnVault(action, { database, keys, addressOf: (owner) => addressOfSecret(owner, database) });
  const save = async (draft: SearchDraft) => {
    const saved = await store.save(draft);
    if (!saved.ok) throw new Error(saved.error.message);
    return saved.value;
  };
  return { database, store, act, save };
}

describe('a search service', () => {
  it('is kept with its key in the vault alone, which goes to its origin alone', async () => {
    const { database, store, save } = await open();
    const saved = await save({ kind: 'brave', apiKey: ` ${apiKey} ` });
    expect(saved).toMatchObject({ kind: 'brave', host: 'api.search.brave.com', hasKey: true, uses: [] });
    const { id } = saved;
    expect(await store.reveal(id, 'https://api.search.brave.com/res/v1/web/search?q=a')).toEqual({
      headers: { 'X-Subscription-Token': apiKey },
      secret: apiKey,
    });
    for (const url of [
      'https://evil.example/',
      'http://api.search.brave.com/',
      'https://api.search.brave.com:8443/',
    ])
      expect(await store.reveal(id, url)).toBeUndefined();
    expect(await store.reveal('search_other', 'https://api.search.brave.com/')).toBeUndefined();
    const stored = [await database.getAll('settings'), await database.getAll('secrets'), await store.list()];
    expect(JSON.stringify(stored)).not.toContain('canary');
  });

  it.each([
    [{ kind: 'tavily' }, 'https://api.tavily.com/search', { Authorization: `Bearer ${apiKey}` }],
    [{ kind: 'exa' }, 'https://api.exa.ai/search', { 'x-api-key': apiKey }],
    [
      { kind: 'searxng', baseUrl: 'http://nas.local/s/' },
      'http://nas.local/s/search',
      { Authorization: `Bearer ${apiKey}` },
    ],
    [{ kind: 'json', template }, 'https://json.example/?q=a', { Authorization: `Bearer ${apiKey}` }],
    [
      { kind: 'json', template: { ...template, url: 'https://json.example/?q={query}&k={key}' } },
      'https://json.example/',
      {},
    ],
    [
      { kind: 'json', template: { ...template, keyHeader: 'X-Mine' } },
      'https://json.example/',
      { 'X-Mine': apiKey },
    ],
  ] satisfies [SearchDraft, string, Record<string, string>][])(
    '%j sends its key as it is documented',
    async (draft, url, headers) => {
      const { store, save } = await open();
      const { id } = await save({ ...draft, apiKey });
      expect(await store.reveal(id, url)).toEqual({ headers, secret: apiKey });
    },
  );

  it('keeps its key at the same origin, and loses it at another', async () => {
    const { database, store, save } = await open();
    const { id } = await save({ kind: 'json', template, apiKey });
    await save({ id, kind: 'json', template: { ...template, title: 'name' } });
    expect(await store.reveal(id, 'https://json.example/')).toMatchObject({ secret: apiKey });
    await save({ id, kind: 'json', template: { ...template, url: 'https://evil.example/?q={query}' } });
    expect(await store.reveal(id, 'https://evil.example/')).toEqual({ headers: {}, secret: '' });
    expect(await database.count('secrets')).toBe(0);
  });

  it('is used for what it was chosen for, until it is removed with its key', async () => {
    const { database, store, save } = await open();
    const { id } = await save({ kind: 'tavily', apiKey });
    expect(await store.chosen('web')).toEqual({ id: openSources, kind: 'open' });
    expect(await store.use(id, 'web')).toMatchObject({ ok: true, value: { uses: ['web'] } });
    expect(await store.chosen('web')).toEqual({ id, kind: 'tavily' });
    expect((await store.list()).map(({ kind, uses }) => [kind, uses])).toEqual([
      ['open', ['code']],
      ['tavily', ['web']],
    ]);
    await store.remove(id);
    expect(await store.chosen('web')).toEqual({ id: openSources, kind: 'open' });
    expect(await database.count('secrets')).toBe(0);
    expect(await store.use(id, 'web')).toMatchObject({ ok: false, error: { type: 'validation_error' } });
  });

  it('is chosen without undoing what another tab saves at this moment', async () => {
    const { store, save } = await open();
    const { id } = await save({ kind: 'tavily' });
    const [used, saved] = await Promise.all([
      store.use(id, 'web'),
      store.save({ kind: 'exa' }),
      store.use(id, 'code'),
    ]);
    expect([used.ok, saved.ok]).toEqual([true, true]);
    expect((await store.list()).map(({ kind, uses }) => [kind, uses])).toEqual([
      ['open', []],
      ['tavily', ['web', 'code']],
      ['exa', []],
    ]);
  });

  it('follows the passphrase', async () => {
    const { store, save, act } = await open();
    const { id } = await save({ kind: 'exa', apiKey });
    await act({ type: 'set', passphrase: 'a long passphrase' });
    expect(await store.reveal(id, 'https://api.exa.ai/')).toMatchObject({ secret: apiKey });
    await act({ type: 'lock' });
    expect(await store.reveal(id, 'https://api.exa.ai/')).toBe('locked');
    expect(await store.save({ kind: 'exa', apiKey })).toMatchObject({ error: { type: 'permission_denied' } });
    await act({ type: 'unlock', passphrase: 'a long passphrase' });
    expect(await store.reveal(id, 'https://api.exa.ai/')).toMatchObject({ secret: apiKey });
  });

  it.each([
    [{ kind: 'open' }, 'always there'],
    [{ kind: 'google' }, "'kind' must be one of"],
    [{ kind: 'brave', apiKey: 'two\nlines' }, 'one line'],
    [{ kind: 'brave', apiKey: 1 }, 'one line'],
    [{ kind: 'brave', id: 'search_none' }, 'There is no search service'],
    [{ kind: 'searxng' }, 'SearXNG instance'],
    [{ kind: 'searxng', baseUrl: 'ftp://a.example' }, 'SearXNG instance'],
    [{ kind: 'searxng', baseUrl: 'https://a:b@a.example' }, 'SearXNG instance'],
    [{ kind: 'json' }, 'needs a template'],
    [{ kind: 'json', template: { ...template, url: 'https://json.example/' } }, '{query}'],
    [{ kind: 'json', template: { ...template, url: 'https://{query}.example/' } }, '{query}'],
    [{ kind: 'json', template: { ...template, url: 'https://json.example:{count}/?q={query}' } }, '{query}'],
    ...['key=abc', 'token=abc', 'api_key=abc', 'API-KEY=abc', 'apikey=abc', 'access_token=abc'].map(
      (part): [SearchDraft, string] => [
        { kind: 'json', template: { ...template, url: `https://json.example/?q={query}&${part}` } },
        '={key} in the address',
      ],
    ),
    [{ kind: 'json', template: { ...template, url: 'https://{key}.example/?q={query}' } }, '{query}'],
    [{ kind: 'json', template: { ...template, link: '' } }, 'title and its link'],
    [{ kind: 'json', template: { ...template, keyHeader: 'Host' } }, 'header of a key'],
    [{ kind: 'json', template: { ...template, keyHeader: 'a b' } }, 'header of a key'],
  ])('%j is refused with what is wrong', async (draft, words) => {
    const { store } = await open();
    expect(await store.save(draft as SearchDraft)).toMatchObject({
      ok: false,
      error: { type: 'validation_error', message: expect.stringContaining(words) as unknown },
    });
    expect(await store.list()).toHaveLength(1);
  });

  it('reads whatever is stored', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (stored) => {
        expect(settingsIn(stored as never)).toMatchObject({ services: [], chosen: {} });
      }),
      { numRuns: 200, seed: 20_261_123 },
    );
  });
});
