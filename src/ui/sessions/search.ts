/** Full-text search over all chats, page by page; a new search aborts the previous one. */
import { effect, signal, type ReadonlySignal } from '@preact/signals';
import type { MessageId, SessionId } from '#shared/ids.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { KeptFound, SearchHit } from '#shared/conversation/session.ts';

/** Debounce: without it every keystroke would start a search. */
const typingMs = 180;
/** Hits per page; a button loads more. */
const hitsAtOnce = 40;

const nothing: KeptFound = { memories: [], files: [] };

export type FoundIn = { session: SessionId; hits: SearchHit[] };

export type Search = {
  /** By session; the session with the newest hit comes first. */
  found: ReadonlySignal<readonly FoundIn[]>;
  /** Memories and files. */
  kept: ReadonlySignal<KeptFound>;
  state: ReadonlySignal<'searching' | 'more' | 'done'>;
  more(): void;
  end(): void;
};

type SearchDeps = {
  api: { sessions: Pick<EngineApi['sessions'], 'search' | 'searchKept'> };
  text: ReadonlySignal<string>;
  onFailure(error: unknown): void;
};

export function createSearch({ api, text, onFailure }: SearchDeps): Search {
  const found = signal<readonly FoundIn[]>([]);
  const kept = signal(nothing);
  const state = signal<'searching' | 'more' | 'done'>('searching');
  let current = 0;
  let next: MessageId | null | undefined;

  async function go(): Promise<void> {
    const own = ++current;
    const wanted = text.peek();
    state.value = 'searching';
    const isFirst = next === undefined;
    let count = 0;
    try {
      do {
        const page = await (next ? api.sessions.search(wanted, next) : api.sessions.search(wanted));
        if (own !== current) return;
        found.value = next === undefined ? groupHits([], page.hits) : groupHits(found.value, page.hits);
        count += page.hits.length;
        ({ next } = page);
      } while (next !== null && count < hitsAtOnce);
      // Searched after the chats, because files take longer.
      const elsewhere = isFirst ? await api.sessions.searchKept(wanted) : kept.peek();
      if (own !== current) return;
      kept.value = elsewhere;
    } catch (error) {
      if (own !== current) return;
      onFailure(error);
      next = null;
    }
    state.value = next === null ? 'done' : 'more';
  }

  const dispose = effect(() => {
    void text.value;
    // Results of the previous query stay until the first page of this one arrives.
    current++;
    next = undefined;
    state.value = 'searching';
    const timer = setTimeout(() => void go(), typingMs);
    return () => clearTimeout(timer);
  });

  return {
    ...{ found, kept, state },
    more: () => void go(),
    end() {
      current++;
      dispose();
    },
  };
}

function groupHits(before: readonly FoundIn[], hits: readonly SearchHit[]): FoundIn[] {
  const groups = new Map(before.map(({ session, hits: known }) => [session, [...known]]));
  for (const hit of hits) {
    const group = groups.get(hit.session);
    if (group) group.push(hit);
    else groups.set(hit.session, [hit]);
  }
  return [...groups].map(([session, list]) => ({ session, hits: list }));
}
