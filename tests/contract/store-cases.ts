/** All stores behind one interface, for the laws in `stores.test.ts`. */
import type { StoreNames } from 'idb';
import { defaultAgent } from '#shared/agents/agent.ts';
import { isJsonObject } from '#shared/json.ts';
import { asId } from '#shared/ids.ts';
import type { RuntimeName } from '#shared/packages/runtimes.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import { createCallStore } from '#workers/domains/activity/store.ts';
import { createCallWriter } from '#workers/domains/activity/call-writer.ts';
import { createAgentStore } from '#workers/domains/agents/store.ts';
import { createMemoryIndex } from '#workers/domains/memory/memory-index.ts';
import { createMemoryStore } from '#workers/domains/memory/store.ts';
import { createModelStore } from '#workers/domains/device-models/model-store.ts';
import { createGitStore } from '#workers/domains/git/git-store.ts';
import { createLinkedFolderStore } from '#workers/domains/linked-folders/store.ts';
import { createServerStore } from '#workers/domains/mcp/store.ts';
import { createRuntimeStore } from '#workers/domains/packages/runtime-store.ts';
import { openAllowedHosts } from '#workers/domains/permissions/allowed-hosts.ts';
import { createPromptStore } from '#workers/domains/prompts/store.ts';
import { guideId } from '#shared/models/guide-id.ts';
import { createProviderStore } from '#workers/domains/providers/store.ts';
import {
  listJournals,
  openJournal,
  readJournal,
  removeJournal,
} from '#workers/domains/sessions/journal/journal.ts';
import { createWaitingSends } from '#workers/domains/runs/waiting-sends.ts';
import { createSearchStore, openSources } from '#workers/domains/search/search-store.ts';
import { createSessionStore } from '#workers/domains/sessions/store.ts';
import { createAlarmStore } from '#workers/domains/alarms/store.ts';
import { createUnsavedAlarms } from '#workers/domains/alarms/unsaved-alarms.ts';
import { createTaskStore } from '#workers/domains/tasks/store.ts';
import { openDisabledTools } from '#workers/domains/tools/disabled-tools.ts';
import { createVault } from '#workers/domains/vault/vault.ts';
import { defaultSampling, type ServerRecord } from '#workers/mcp/stored-server.ts';
import { createBlobStore } from '#workers/storage/blobs.ts';
import type { Database, Schema } from '#workers/storage/database.ts';
import { openStoredSet } from '#workers/storage/stored-set.ts';
import { createLock } from '#tests/fixtures/memory/call-log.ts';
import { createMemoryCaches } from '#tests/fixtures/memory/memory-caches.ts';
import { message, text as textPart } from '#tests/fixtures/worlds/messages.ts';

/** The part of an entry that the laws use: an id, and a text that is saved with it. */
export type StoreEntry = { id: string; text: string };

export type Store = {
  /** Rejects if the entry was not saved. */
  save(entry: StoreEntry): Promise<unknown>;
  get(id: string): Promise<StoreEntry | undefined>;
  list(): Promise<StoreEntry[]>;
  remove(id: string): Promise<unknown>;
};

export type StoreCase = {
  name: string;
  open(place: { database: Database; folder: FileSystemDirectoryHandle }): Store | Promise<Store>;
  /** Ids that are in an empty store; the laws do not remove them. */
  builtIn?: string[];
  /** The store is a set of names, without any text. */
  keepsNoText?: true;
  /** Entries are only added and expire; they are never changed or removed. */
  isAddOnly?: true;
  /** A saved entry never changes, so the laws do not save an id twice. */
  isSavedOnce?: true;
  /** The text is encrypted at rest. */
  isSecret?: true;
  /** Input that the store itself rejects, and its error; in other domains the API checks the input. */
  bad?: { save(store: Store): Promise<unknown>; says: RegExp };
};

/** Implements `get` by searching the list. */
function listed(store: Omit<Store, 'get'>): Store {
  return { ...store, get: async (id) => (await store.list()).find((each) => each.id === id) };
}

function map<From, To>(value: From | undefined, change: (value: From) => To): To | undefined {
  return value === undefined ? undefined : change(value);
}

/** Unwraps a `Fallible`; throws its error. */
export function valueOf<Value>(answer: Fallible<Value>): Value {
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}

const agents: StoreCase = {
  name: 'agents',
  builtIn: [defaultAgent.id],
  open({ database }) {
    const store = createAgentStore(database);
    const entryOf = ({ id, name }: { id: string; name: string }) => ({ id, text: name });
    return {
      save: ({ id, text }) =>
        store.save({ id: asId<'agent'>(id), name: text, systemPrompt: '', tools: ['*'] }),
      get: async (id) => map(await store.get(asId<'agent'>(id)), entryOf),
      list: async () => (await store.list()).map(entryOf),
      remove: (id) => store.remove(asId<'agent'>(id)),
    };
  },
};

const providerDraft = {
  kind: 'openai-chat',
  label: 'Mine',
  baseUrl: 'https://a.test/v1',
  model: 'm',
} as const;

const providers: StoreCase = {
  name: 'providers',
  builtIn: [guideId],
  open({ database }) {
    const store = createProviderStore(database, createVault(database));
    const entryOf = ({ id, label }: { id: string; label: string }) => ({ id, text: label });
    return {
      save: ({ id, text }) => store.save({ ...providerDraft, id: asId<'provider'>(id), label: text }),
      get: async (id) => map(await store.get(asId<'provider'>(id)), entryOf),
      list: async () => (await store.list()).map(entryOf),
      remove: (id) => store.remove(asId<'provider'>(id)),
    };
  },
};

const providerKeys: StoreCase = {
  name: 'API keys of providers',
  isSecret: true,
  open({ database }) {
    const store = createProviderStore(database, createVault(database));
    const draftOf = (id: string) => ({ ...providerDraft, id: asId<'provider'>(id) });
    const get = async (id: string) => {
      const { apiKey } = await store.target(draftOf(id));
      return apiKey === '' ? undefined : { id, text: apiKey };
    };
    return {
      save: ({ id, text }) => store.save({ ...draftOf(id), apiKey: text }),
      get,
      async list() {
        const withKey = (await store.list()).filter(({ hasKey }) => hasKey);
        const found = await Promise.all(withKey.map(({ id }) => get(id)));
        return found.flatMap((each) => each ?? []);
      },
      remove: (id) => store.remove(asId<'provider'>(id)),
    };
  },
};

const sessions: StoreCase = {
  name: 'sessions',
  open({ database }) {
    const store = createSessionStore(database);
    const entryOf = ({ id, title }: { id: string; title: string }) => ({ id, text: title });
    return {
      save: ({ id, text }) => store.save(sessionOf(id, text)),
      get: async (id) => map(await store.get(asId<'session'>(id)), entryOf),
      list: async () => (await store.list()).map(entryOf),
      remove: (id) => store.remove(asId<'session'>(id)),
    };
  },
};

function sessionOf(id: string, title: string) {
  return { id: asId<'session'>(id), title, agent: defaultAgent.id, head: null, updated: 1 };
}

/** Each run has a session of its own, and is removed by removing the session. */
function openRuns(database: Database) {
  const store = createSessionStore(database);
  return {
    store,
    async save({ id, text }: StoreEntry) {
      const session = asId<'session'>(id);
      await store.save(sessionOf(id, 'Chat'));
      const outcome = { type: 'failed', error: { type: 'internal', detail: text } } as const;
      const record = { id: asId<'run'>(id), session, startedAt: 1, endedAt: 2, outcome };
      const said = message(id, 'user', [textPart(text)], { session, run: record.id });
      await store.commitRun(record, [said], { tokens: 1, cost: 0 });
    },
    remove: (id: string) => store.remove(asId<'session'>(id)),
  };
}

const messages: StoreCase = {
  name: 'messages',
  open({ database }) {
    const { store, save, remove } = openRuns(database);
    return {
      save,
      remove,
      get: async (id) => map(await store.message(asId<'message'>(id)), toEntry),
      list: async () => (await store.newestMessages(100)).map(toEntry),
    };
  },
};

function toEntry({ id, parts }: ReturnType<typeof message>): StoreEntry {
  return { id, text: parts.map((part) => (part.type === 'text' ? part.text : '')).join('') };
}

const runs: StoreCase = {
  name: 'runs',
  open({ database }) {
    const { store, save, remove } = openRuns(database);
    const get = async (id: string) => {
      const run = await store.lastRun(asId<'session'>(id));
      const isKnown = await store.hasRun(asId<'run'>(id));
      if (!run || !isKnown || run.outcome.type !== 'failed') return undefined;
      return { id: run.id, text: run.outcome.error.detail ?? '' };
    };
    return {
      save,
      remove,
      get,
      async list() {
        const found = await Promise.all((await store.list()).map(({ id }) => get(id)));
        return found.flatMap((each) => each ?? []);
      },
    };
  },
};

function serverOf(id: string, title: string): ServerRecord {
  return {
    id: asId<'server'>(id),
    name: id,
    title,
    url: 'https://a.test/mcp',
    transport: 'auto',
    enabled: true,
    headers: [],
    clientId: '',
    hasClientSecret: false,
    sampling: defaultSampling,
    signIn: 'none',
    created: 1,
  };
}

const servers: StoreCase = {
  name: 'tool servers',
  open({ database }) {
    const store = createServerStore(database, createVault(database));
    const entryOf = ({ id, title }: { id: string; title: string }) => ({ id, text: title });
    return {
      save: ({ id, text }) => store.save(serverOf(id, text)),
      get: async (id) => map(await store.get(asId<'server'>(id)), entryOf),
      list: async () => (await store.list()).map(entryOf),
      remove: (id) => store.remove(asId<'server'>(id)),
    };
  },
};

const serverSecrets: StoreCase = {
  name: 'secrets of tool servers',
  isSecret: true,
  open({ database }) {
    const store = createServerStore(database, createVault(database));
    return listed({
      save: ({ id, text }) =>
        store.save(serverOf(id, 'Mine'), { headers: { 'x-key': text }, clientSecret: '' }),
      async list() {
        const all = (await store.list()).map(async (record) => {
          const text = (await store.secrets(record))?.headers['x-key'];
          return text === undefined ? [] : [{ id: record.id, text }];
        });
        return (await Promise.all(all)).flat();
      },
      remove: (id) => store.remove(asId<'server'>(id)),
    });
  },
};

// Only a browser can clone a real handle; the in-memory database accepts any object.
const handle = {} as FileSystemDirectoryHandle;

const linkedFolders: StoreCase = {
  name: 'linked folders',
  open({ database }) {
    const store = createLinkedFolderStore(database);
    const entryOf = ({ name, source }: { name: string; source: string }) => ({ id: name, text: source });
    return {
      save: ({ id, text }) => store.put({ name: id, source: text, handle, everything: false }, []),
      get: async (id) => map(await store.get(id), entryOf),
      list: async () => (await store.list()).map(entryOf),
      remove: (id) => store.remove(id),
    };
  },
};

const syncedFiles: StoreCase = {
  name: 'files of linked folders at the last sync',
  open({ database }) {
    const store = createLinkedFolderStore(database);
    const get = async (id: string) =>
      map((await store.base(id))[0], ({ path, mark }) => ({ id: path, text: mark }));
    return {
      save: ({ id, text }) =>
        store.put({ name: id, source: 'Folder', handle, everything: false }, [{ path: id, mark: text }]),
      get,
      async list() {
        const found = await Promise.all((await store.list()).map(({ name }) => get(name)));
        return found.flatMap((each) => each ?? []);
      },
      remove: (id) => store.remove(id),
    };
  },
};

const savedPrompts: StoreCase = {
  name: 'saved prompts',
  open({ database }) {
    const store = createPromptStore(database, () => undefined);
    return listed({
      async save({ id, text }) {
        const answer = await store.save({ id: asId<'savedPrompt'>(id), name: id, text });
        if (!answer.ok) throw new Error(answer.error.message);
      },
      list: async () => (await store.list()).map(({ id, text }) => ({ id, text })),
      remove: (id) => store.remove(asId<'savedPrompt'>(id)),
    });
  },
  bad: { save: (store) => store.save({ id: 'id_2', text: ' ' }), says: /Write the prompt/ },
};

const memories: StoreCase = {
  name: 'memories',
  async open({ database }) {
    const changed = () => undefined;
    const store = createMemoryStore({
      ...{ database, changed, agentChanged: changed, index: createMemoryIndex() },
      agents: createAgentStore(database),
    });
    const kept = new Map((await store.list()).map(({ key, id }) => [key, id]));
    return listed({
      async save({ id: key, text }) {
        const id = kept.get(key);
        const answer = await store.save({ key, content: text, ...(id ? { id } : {}) });
        if (!answer.ok) throw new Error(answer.error.message);
        kept.set(key, answer.value.id);
      },
      list: async () => (await store.list()).map(({ key, content }) => ({ id: key, text: content })),
      async remove(key) {
        const found = (await store.list()).find((memory) => memory.key === key);
        if (found) await store.remove(found.id);
        kept.delete(key);
      },
    });
  },
  bad: { save: (store) => store.save({ id: 'id_2', text: ' ' }), says: /Write what is to be remembered/ },
};

const tasks: StoreCase = {
  name: 'tasks',
  open({ database }) {
    const store = createTaskStore({
      ...{ database, changed: () => undefined, agents: createAgentStore(database) },
      ...{ now: () => 1, timeZone: () => 'UTC' },
    });
    const find = async (name: string) => (await store.list()).find((task) => task.name === name);
    return listed({
      async save({ id: name, text }) {
        const known = await find(name);
        const answer = await store.save({
          ...{ name, prompt: text, cron: '0 8 * * *' },
          ...(known ? { id: known.id } : {}),
        });
        if (!answer.ok) throw new Error(answer.error.message);
      },
      list: async () => (await store.list()).map(({ name, prompt }) => ({ id: name, text: prompt })),
      async remove(name) {
        const known = await find(name);
        if (known) await store.remove(known.id);
      },
    });
  },
  bad: { save: (store) => store.save({ id: 'id_2', text: ' ' }), says: /Write what is to be done/ },
};

const alarms: StoreCase = {
  name: 'alarms',
  // A new alarm is a new entry: alarms are not edited.
  isSavedOnce: true,
  open({ database }) {
    const unsaved = createUnsavedAlarms();
    const store = createAlarmStore({
      ...{ database, unsaved, now: () => 1, isOn: () => true, changed: () => undefined },
      timeZone: () => 'UTC',
    });
    return listed({
      async save({ id: name, text }) {
        const answer = await store.set({ in: text.trim() && '5 minutes', label: `${name} ${text}` });
        if (!answer.ok) throw new Error(answer.error.message);
      },
      list: async () =>
        (await store.list()).map(({ label }) => {
          const [id = '', ...words] = label.split(' ');
          return { id, text: words.join(' ') };
        }),
      async remove(name) {
        const known = (await store.list()).find(({ label }) => label.startsWith(`${name} `));
        if (known) await store.cancel(known.id);
      },
    });
  },
  bad: { save: (store) => store.save({ id: 'id_2', text: ' ' }), says: /'in' must be a time from now on/ },
};

const waitingSends: StoreCase = {
  name: 'messages that wait',
  open({ database }) {
    const store = createWaitingSends(database);
    const list = async () => (await store.list()).map(({ id, input }) => ({ id, text: input.text }));
    return {
      save: ({ id, text }) =>
        store.add({
          id: asId<'run'>(id),
          tab: 'tab',
          at: 1,
          input: { session: asId<'session'>('s'), text, media: [] },
        }),
      get: async (id) =>
        (await store.has(asId<'run'>(id))) ? (await list()).find((each) => each.id === id) : undefined,
      list,
      remove: (id) => store.remove(asId<'run'>(id)),
    };
  },
};

const allowedHosts: StoreCase = {
  name: 'allowed hosts',
  keepsNoText: true,
  async open({ database }) {
    const store = await openAllowedHosts(database);
    return {
      save: ({ id }) => store.allow(id),
      get: async (id) => (store.has(id) ? { id, text: '' } : undefined),
      list: async () => store.list().map((id) => ({ id, text: '' })),
      remove: (id) => store.revoke(id),
    };
  },
};

const disabledTools: StoreCase = {
  name: 'disabled tools',
  keepsNoText: true,
  async open({ database }) {
    const store = await openDisabledTools(database);
    return {
      save: ({ id }) => store.set(id, true),
      get: async (id) => (store.has(id) ? { id, text: '' } : undefined),
      list: async () => store.list().map((id) => ({ id, text: '' })),
      remove: (id) => store.set(id, false),
    };
  },
};

const gitTokens: StoreCase = {
  name: 'tokens of git servers',
  isSecret: true,
  open({ database }) {
    const store = createGitStore(database, createVault(database));
    const get = async (host: string) => {
      const found = await store.reveal(host);
      return typeof found === 'object' ? { id: host, text: found.token } : undefined;
    };
    return {
      save: async ({ id, text }) => valueOf(await store.saveToken({ host: id, token: text })),
      get,
      async list() {
        const found = await Promise.all((await store.tokens()).map(({ host }) => get(host)));
        return found.flatMap((each) => each ?? []);
      },
      remove: (id) => store.removeToken(id),
    };
  },
  bad: { save: (store) => store.save({ id: 'id_2', text: ' ' }), says: /Enter the token/ },
};

function openSearch(database: Database) {
  const store = createSearchStore(database, createVault(database));
  const own = async () => (await store.list()).filter(({ id }) => id !== openSources);
  const find = async (host: string) => (await own()).find((each) => each.host === host);
  return {
    store,
    own,
    find,
    // The store assigns the ids, so the laws identify a service by its host.
    async save(host: string, path: string, apiKey?: string) {
      const known = await find(host);
      const draft = { kind: 'searxng', baseUrl: `https://${host}/${path}` } as const;
      return valueOf(
        await store.save({
          ...draft,
          ...(known && { id: known.id }),
          ...(apiKey !== undefined && { apiKey }),
        }),
      );
    },
    async remove(host: string) {
      const known = await find(host);
      if (known) await store.remove(known.id);
    },
  };
}

const searchServices: StoreCase = {
  name: 'search services',
  builtIn: [openSources],
  open({ database }) {
    const { store, save, remove } = openSearch(database);
    return listed({
      save: ({ id, text }) => save(id, encodeURIComponent(text)),
      list: async () =>
        (await store.list()).map(({ id, host, baseUrl = '' }) => ({
          id: host || id,
          text: decodeURIComponent(baseUrl.split('/')[3] ?? ''),
        })),
      remove,
    });
  },
  bad: { save: (store) => store.save({ id: ':', text: 'two' }), says: /address of a SearXNG instance/ },
};

const searchKeys: StoreCase = {
  name: 'API keys of search services',
  isSecret: true,
  open({ database }) {
    const { store, own, save, remove } = openSearch(database);
    return listed({
      save: ({ id, text }) => save(id, '', text),
      async list() {
        const found = await Promise.all(
          (await own()).map(async ({ id, host }) => {
            const key = await store.reveal(id, `https://${host}/`);
            return typeof key === 'object' && key.secret !== '' ? [{ id: host, text: key.secret }] : [];
          }),
        );
        return found.flat();
      },
      remove,
    });
  },
};

const runtimeNames = Array.from({ length: 8 }, (_, index) => `id_${index}` as RuntimeName);
/** Cache storage by folder, because the folder stays the same when a store is opened again. */
const cachesOf = new WeakMap<FileSystemDirectoryHandle, ReturnType<typeof createMemoryCaches>>();

const runtimes: StoreCase = {
  name: 'runtimes for use without a network',
  keepsNoText: true,
  async open({ database, folder }) {
    const caches = cachesOf.get(folder) ?? createMemoryCaches();
    cachesOf.set(folder, caches);
    const wanted = await openStoredSet(database, 'offline-runtimes');
    const store = createRuntimeStore({
      ...{ base: 'https://app.test/', caches, wanted, onProgress: () => undefined },
      fetch: async (url) =>
        url.endsWith('.json')
          ? Response.json(runtimeNames.map((name) => ({ name, files: [{ path: name, bytes: 4 }] })))
          : new Response('code'),
    });
    return listed({
      save: async ({ id }) => valueOf(await store.makeOffline(id as RuntimeName)),
      list: async () =>
        (await store.list())
          .filter(({ name, state }) => wanted.has(name) && state === 'here')
          .map(({ name }) => ({ id: name, text: '' })),
      remove: async (id) => valueOf(await store.remove(id as RuntimeName)),
    });
  },
  bad: { save: (store) => store.save({ id: 'none', text: '' }), says: /There is no runtime 'none'/ },
};

const lockCallLog = createLock();

const callLog: StoreCase = {
  name: 'the call log',
  isAddOnly: true,
  open({ database }) {
    const store = createCallStore(database);
    const writer = createCallWriter({
      store,
      lock: lockCallLog,
      identify: (tool) => ({ tool, source: 'built-in' }),
      now: () => 1,
    });
    const run = asId<'run'>('run');
    return listed({
      save: ({ id, text }) =>
        writer.write([
          {
            ...{
              id: asId<'call'>(id),
              name: 'noop',
              arguments: { text },
              session: null,
              run,
              agent: 'Tester',
            },
            ...{ result: { status: 'success', result: 'ok' }, duration_ms: 1, at: 1, concurrent: 1 },
          },
        ]),
      async list() {
        const records = await store.from(0, 1_000);
        expectChain(records.map(({ seq }) => seq));
        return records.map(({ id, arguments: values }) => ({
          id,
          text: isJsonObject(values) ? String(values.text) : '',
        }));
      },
      remove: () => Promise.reject(new Error('Calls are not removed one by one.')),
    });
  },
};

/** Throws unless the records are numbered from 1 without gaps. */
function expectChain(numbers: readonly number[]): void {
  if (numbers.some((seq, index) => seq !== index + 1)) throw new Error(`The log has gaps: ${numbers.join()}`);
}

export const journals: StoreCase = {
  name: 'journals of runs',
  open({ folder }) {
    const get = async (id: string) => {
      const last = (await readJournal(folder, id)).at(-1);
      return last?.type === 'text-delta' ? { id, text: last.text } : undefined;
    };
    return {
      async save({ id, text }) {
        const run = asId<'run'>(id);
        const journal = await openJournal(folder, run);
        try {
          journal.append({ seq: 1, session: asId<'session'>('s'), run, type: 'text-delta', text });
          journal.flush();
        } finally {
          journal.close();
        }
      },
      get,
      async list() {
        const found = await Promise.all((await listJournals(folder)).map(get));
        return found.flatMap((each) => each ?? []);
      },
      remove: (id) => removeJournal(folder, asId<'run'>(id)),
    };
  },
};

export const models: StoreCase = {
  name: 'models on this device',
  isSavedOnce: true,
  open({ folder }) {
    const store = createModelStore(folder);
    const add = async (id: string, content: string) => {
      const bytes = new Blob([content]);
      const problem = await store.add({
        name: `${id}.gguf`,
        body: bytes.stream(),
        bytes: bytes.size,
        signal: new AbortController().signal,
        onProgress: () => undefined,
      });
      if (problem) throw new Error(problem);
    };
    const get = async (id: string) => {
      const file = await store.open(`${id}.gguf`);
      return file && { id, text: (await file.text()).slice('GGUF'.length) };
    };
    return {
      save: ({ id, text }) => add(id, text === 'not a model' ? text : `GGUF${text}`),
      get,
      async list() {
        const names = (await store.list()).map(({ name }) => name.slice(0, -'.gguf'.length));
        return (await Promise.all(names.map(get))).flatMap((each) => each ?? []);
      },
      remove: (id) => store.remove(`${id}.gguf`),
    };
  },
  bad: { save: (store) => store.save({ id: 'id_2', text: 'not a model' }), says: /not_gguf/ },
};

export const blobs: StoreCase = {
  name: 'images and files of conversations',
  // The id of a blob is the hash of its content, so its content never changes.
  isSavedOnce: true,
  open({ folder }) {
    const store = createBlobStore(folder);
    const get = async (session: string) => {
      if (!(await Array.fromAsync(folder.keys())).includes(session)) return undefined;
      const [name = ''] = await Array.fromAsync((await folder.getDirectoryHandle(session)).keys());
      const blob = await store.read(asId<'blob'>(`${session}/${name}`));
      // An unfinished file is empty; its id was never returned to a caller.
      return blob && blob.size > 0 ? { id: session, text: await blob.text() } : undefined;
    };
    return {
      save: ({ id, text }) => store.keep(id, new TextEncoder().encode(text)),
      get,
      async list() {
        const found = await Promise.all((await Array.fromAsync(folder.keys())).map(get));
        return found.flatMap((each) => each ?? []);
      },
      remove: (id) => store.removeFolder(id),
    };
  },
};

/** The table with which a table is tested, or the file that contains the tests of a table or folder. */
export type Elsewhere = string;

/** The tests of each table; a new table needs a line here. */
export const tables: Record<StoreNames<Schema>, readonly StoreCase[] | Elsewhere> = {
  agents: [agents],
  calls: [callLog],
  importedItems: 'tests/unit/workers/domains/backup/roll-back-import.test.ts',
  imports: 'importedItems',
  memories: [memories],
  messages: [messages],
  mountBases: [syncedFiles],
  mounts: [linkedFolders],
  prompts: [savedPrompts],
  providers: [providers],
  runs: [runs],
  secrets: [providerKeys, serverSecrets, gitTokens, searchKeys],
  sessions: [sessions],
  settings: [servers, waitingSends, allowedHosts, disabledTools, searchServices, runtimes],
  alarms: [alarms],
  tasks: [tasks],
  vault: 'secrets',
};
