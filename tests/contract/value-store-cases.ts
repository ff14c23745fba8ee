/** All stores of a single value behind one interface, for the laws in `value-stores.test.ts`. */
import { createGitStore } from '#workers/domains/git/git-store.ts';
import { createReaderStore, defaultIpService } from '#workers/domains/network/reader-store.ts';
import { createRelayStore } from '#workers/domains/network/relay-store.ts';
import { createVault } from '#workers/domains/vault/vault.ts';
import type { Database } from '#workers/storage/database.ts';
import { valueOf } from './store-cases.ts';

export type ValueStore = {
  get(): Promise<string | undefined>;
  /** Rejects if the value was not saved. */
  save(value: string): Promise<unknown>;
  forget(): Promise<unknown>;
};

export type ValueStoreCase = {
  name: string;
  open(database: Database): ValueStore;
  /** Two valid values. */
  values: readonly [string, string];
  /** The value of an empty store. */
  initial?: string;
  bad: { value: string; says: RegExp };
  /** The part of `values[0]` that is encrypted at rest. */
  secret?: string;
};

export const valueCases: readonly ValueStoreCase[] = [
  {
    name: 'the author of commits',
    values: ['Ada <ada@a.test>', 'Bob <bob@b.test>'],
    bad: { value: 'Ada <ada a.test>', says: /An author has a name and an email address/ },
    open(database) {
      const store = createGitStore(database, createVault(database));
      return {
        async get() {
          const author = await store.author();
          return author ? `${author.name} <${author.email}>` : undefined;
        },
        async save(value) {
          const [name = '', email = ''] = value.split(/ <|>/);
          return valueOf(await store.setAuthor({ name, email }));
        },
        forget: async () => valueOf(await store.setAuthor(null)),
      };
    },
  },
  {
    name: 'the relay',
    values: ['https://a.test/ canary', 'https://b.test/ two'],
    bad: { value: 'ftp://a.test/ one', says: /address of the relay begins with/ },
    secret: 'canary',
    open(database) {
      const store = createRelayStore(database, createVault(database));
      return {
        async get() {
          const relay = await store.reveal();
          return typeof relay === 'object' ? `${relay.url} ${relay.headers['X-Relay-Key']}` : undefined;
        },
        async save(value) {
          const [url = '', key = ''] = value.split(' ');
          return valueOf(await store.save({ url, headers: { 'X-Relay-Key': key } }));
        },
        forget: async () => valueOf(await store.save(null)),
      };
    },
  },
  {
    name: 'the reader service',
    values: ['https://a.test/{url}', 'https://b.test/?page={url}'],
    bad: { value: 'https://a.test/', says: /names where the address of the page goes/ },
    open(database) {
      const store = createReaderStore(database);
      return {
        get: () => store.read(),
        save: async (value) => valueOf(await store.save(value)),
        forget: async () => valueOf(await store.save(null)),
      };
    },
  },
  {
    name: 'the service that locates IP addresses',
    initial: defaultIpService,
    values: ['https://a.test/ip', 'https://b.test/ip'],
    bad: { value: 'a.test', says: /begins with https:/ },
    open(database) {
      const store = createReaderStore(database);
      return {
        get: () => store.ipService(),
        save: async (value) => valueOf(await store.saveIpService(value)),
        forget: async () => valueOf(await store.saveIpService(null)),
      };
    },
  },
];
