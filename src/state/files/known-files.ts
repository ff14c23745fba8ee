/** Which files that a text names exist: asked together, kept while somebody shows them, and asked again after changes. */
import { signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { EngineConnection } from '#src/engine/connect.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { FileFacts } from '#shared/api/files.ts';
import { followFiles } from './follow-files.ts';

/** Names are collected this long before the engine is asked, because a text has many. */
const gatherMs = 40;
/** An agent writes in bursts, and each answer asks about all names on the screen. */
const refreshEveryMs = 1_000;
/** Paths in one call of the engine. */
const maxPaths = 400;
/** Names that nobody shows now, kept because a list of messages drops and restores them while it is scrolled. */
const maxIdle = 2_000;

/** Undefined: not asked yet. Null: none of the paths exists. */
export type Known = FileFacts | null | undefined;

export type KnownFiles = {
  /** What is known of the first of these paths that exists. Asks nothing. */
  of(paths: readonly string[]): ReadonlySignal<Known>;
  /** Asks about them, and follows changes until the function that it returns is called. */
  follow(paths: readonly string[]): () => void;
};

type Connection = {
  api: { files: Pick<EngineApi['files'], 'look'> };
  onEvents: EngineConnection['onEvents'];
};
type Entry = {
  paths: readonly string[];
  known: Signal<Known>;
  users: number;
  /** Followed once, and no more. What was just read by a view that will follow it is kept. */
  isIdle: boolean;
};

export function createKnownFiles({ api, onEvents }: Connection): KnownFiles {
  const entries = new Map<string, Entry>();
  const due = new Set<Entry>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function entryOf(paths: readonly string[]): Entry {
    const key = paths.join('\n');
    const entry = entries.get(key) ?? { paths, known: signal<Known>(undefined), users: 0, isIdle: false };
    entries.set(key, entry);
    return entry;
  }

  function ask(asked: Iterable<Entry>): void {
    for (const entry of asked) due.add(entry);
    timer ??= setTimeout(() => void answer(), gatherMs);
  }

  async function answer(): Promise<void> {
    try {
      while (due.size > 0) await answerSome(takeSome(due));
      forgetIdle(entries);
    } catch (error) {
      // The engine restarts: the names stay plain, and the next change asks again.
      console.warn(error);
      due.clear();
    } finally {
      timer = undefined;
    }
  }

  async function answerSome(some: readonly Entry[]): Promise<void> {
    const paths = [...new Set(some.flatMap((entry) => entry.paths))];
    const found = await api.files.look(paths);
    const byPath = new Map(paths.map((path, at) => [path, found[at] ?? null]));
    for (const { paths, known } of some) {
      const facts = paths.map((path) => byPath.get(path)).find(Boolean) ?? null;
      if (!isSame(known.value, facts)) known.value = facts;
    }
  }

  followFiles(onEvents, refreshEveryMs, () => {
    ask([...entries.values()].filter(({ users }) => users > 0));
  });

  return {
    of: (paths) => entryOf(paths).known,
    follow(paths) {
      const entry = entryOf(paths);
      // Somebody else who shows it has asked.
      if (entry.users++ === 0) ask([entry]);
      entry.isIdle = false;
      return () => {
        entry.users--;
        entry.isIdle = entry.users === 0;
      };
    },
  };
}

function takeSome(due: Set<Entry>): Entry[] {
  const some: Entry[] = [];
  let paths = 0;
  for (const entry of due) {
    paths += entry.paths.length;
    if (paths > maxPaths && some.length > 0) break;
    some.push(entry);
    due.delete(entry);
  }
  return some;
}

function forgetIdle(entries: Map<string, Entry>): void {
  if (entries.size <= maxIdle) return;
  for (const [key, { isIdle }] of entries) if (isIdle) entries.delete(key);
}

function isSame(one: Known, other: Known): boolean {
  if (!one || !other) return one === other;
  return one.path === other.path && one.size === other.size && one.modified === other.modified;
}

const stores = new WeakMap<Connection, KnownFiles>();

/** One store for each engine, made at its first use. */
export function knownFiles(connection: Connection): KnownFiles {
  const store = stores.get(connection) ?? createKnownFiles(connection);
  stores.set(connection, store);
  return store;
}
