/** The search of the tool `search_history`: in messages, results, memories and names of files. */
import type { KeptFound, SearchHit, SnippetPiece } from '#shared/conversation/session.ts';
import type { Agent } from '#shared/agents/agent.ts';
import { isFromOutside, type Memory } from '#shared/memory/memory.ts';
import type { AgentId, MessageId, SessionId } from '#shared/ids.ts';
import type { HistoryFound, HistoryHit, HistoryQuery } from './history-port.ts';
import { isName } from '#workers/storage/workspace/file-errors.ts';
import { foldWords, hasWords, snippetOf } from '#workers/text/find-words.ts';
import { readTrace } from '#workers/engine/permissions/guarded-mode/read-trace.ts';
import type { Registry } from '#workers/engine/calls/registry.ts';
import { searchSessions, type SearchSource } from './search-sessions.ts';
import type { SessionStore } from './store.ts';

export type HistoryDeps = {
  agents: { get(id: AgentId): Promise<Pick<Agent, 'deny'> | undefined> };
  sessions: SearchSource['sessions'] & Pick<SessionStore, 'messages'>;
  registry: Pick<Registry, 'find'>;
  openSearchIndex(): Promise<SearchSource['index']>;
  /** Memories are not searched while memory is off. */
  memorySwitch: { get(): { isOn: boolean } };
  openMemories(): Promise<{ port: { search: SearchMemories } }>;
  folders: { workspace: FileSystemDirectoryHandle };
};

type SearchMemories = (
  query: string,
  agent: AgentId | undefined,
  most: number,
  isWanted?: (memory: Memory) => boolean,
) => Promise<readonly Memory[]>;

type Period = Pick<HistoryQuery, 'from' | 'to'>;
const dayMs = 86_400_000;

/** The most folders that a search reads; in a larger workspace it returns what it has found. */
const maxFolders = 2_000;

type Found = Omit<HistoryFound, 'denied'>;
type FileQuery = Pick<HistoryQuery, 'query' | 'limit' | 'signal' | 'from' | 'to'>;

export async function searchHistory(query: HistoryQuery, deps: HistoryDeps): Promise<HistoryFound> {
  const { scope, limit } = query;
  const isIn = (place: HistoryQuery['scope']) => scope === 'all' || scope === place;
  const mayNot = await deniedTo(query, deps);
  const may = (place: 'memories' | 'files') => isIn(place) && !mayNot.includes(place);
  // Memories and files get a quarter of the hits each, so that they do not crowd out messages.
  const few = { ...query, limit: scope === 'all' ? Math.ceil(limit / 4) : limit };
  const found = [
    ...(may('memories') ? [await findMemories(few, deps)] : []),
    ...(may('files') ? [await findFiles(few, deps.folders.workspace)] : []),
    ...(isIn('chats') || isIn('results') ? [await findMessages(query, deps)] : []),
  ];
  const all = cut(
    found.flatMap(({ hits }) => hits),
    limit,
  );
  return { ...all, isCut: all.isCut || found.some(({ isCut }) => isCut), denied: mayNot.filter(isIn) };
}

function cut(hits: HistoryHit[], limit: number): Found {
  return { hits: hits.slice(0, limit), isCut: hits.length > limit };
}

async function deniedTo({ agent }: HistoryQuery, { agents, memorySwitch }: HistoryDeps) {
  const { deny = [] } = (agent && (await agents.get(agent))) ?? {};
  return [
    ...(deny.includes('memory') || !memorySwitch.get().isOn ? ['memories' as const] : []),
    ...(deny.includes('files.read') ? ['files' as const] : []),
  ];
}

async function findMemories(query: HistoryQuery, { openMemories }: HistoryDeps): Promise<Found> {
  const { port } = await openMemories();
  const isWanted = ({ updated }: Memory) => isWithin(updated, query);
  const found = await port.search(query.query, query.agent, query.limit + 1, isWanted);
  const hits = found.map((memory) => ({
    at: memory.updated,
    place: `memory '${memory.key}'`,
    text: memory.content,
    isOutside: isFromOutside(memory),
  }));
  return cut(hits, query.limit);
}

async function findMessages(query: HistoryQuery, deps: HistoryDeps): Promise<Found> {
  const { sessions, openSearchIndex } = deps;
  const source = { sessions, index: await openSearchIndex() };
  const titles = new Map((await sessions.list()).map(({ id, title }) => [id, title]));
  const hits: SearchHit[] = [];
  let from: MessageId | null | undefined;
  // One more hit than wanted shows whether there are more.
  while (from !== null && hits.length <= query.limit && !query.signal.aborted) {
    const page = await searchSessions(query.query, from, source);
    hits.push(...page.hits.filter((hit) => isWanted(hit, query)));
    from = isBefore(page.hits, query) ? null : page.next;
  }
  const shown = hits.slice(0, query.limit);
  const outside = await sessionsWithOutsideText(new Set(shown.map(({ session }) => session)), deps);
  return {
    hits: shown.map((hit) => toHit(hit, titles, outside.has(hit.session))),
    isCut: hits.length > query.limit || from !== null,
  };
}

/**
 * Those in which any text came from outside, on any branch: it may be in every later message of the model. The title of a
 * chat whose first run has not ended may be the name of an attachment, which is not stored yet.
 */
async function sessionsWithOutsideText(
  ids: ReadonlySet<SessionId>,
  { sessions, registry }: HistoryDeps,
): Promise<Set<SessionId>> {
  const found = await Promise.all(
    [...ids].map(async (id) => {
      const messages = await sessions.messages(id);
      const isKnown = messages.length > 0 && readTrace(messages, registry.find).sources.length === 0;
      return isKnown ? [] : [id];
    }),
  );
  return new Set(found.flat());
}

/**
 * Whether later pages, which are older, are before the period; with a tolerance of a day, for a clock that
 * was set back.
 */
function isBefore(hits: readonly SearchHit[], { from = -Infinity }: Period): boolean {
  const messages = hits.filter(({ where }) => where !== 'title');
  return messages.length > 0 && messages.every(({ at }) => at < from - dayMs);
}

function isWanted({ session, where, at }: SearchHit, query: HistoryQuery): boolean {
  const isResult = where === 'call' || where === 'result';
  const isInScope = query.scope === 'all' || isResult === (query.scope === 'results');
  return session !== query.session && isInScope && isWithin(at, query);
}

function isWithin(at: number, { from = -Infinity, to = Infinity }: Period): boolean {
  return at >= from && at < to;
}

function toHit(
  { session, where, tool, at, snippet }: SearchHit,
  titles: ReadonlyMap<SessionId, string>,
  isOutside: boolean,
): HistoryHit {
  const title = titles.get(session) ?? '';
  const what = {
    title: 'title of chat',
    said: 'chat',
    call: `call of ${tool ?? ''} in chat`,
    result: `result of ${tool ?? ''} in chat`,
  };
  return {
    at,
    place: `${what[where]} '${title}'`,
    text: snippet.map(({ text }: SnippetPiece) => text).join(''),
    isOutside,
  };
}

/**
 * Finds paths that contain all words, with the date of the last change. Skips hidden folders, which are for
 * programs: `.git`, full texts of results.
 */
async function findFiles(wanted: FileQuery, workspace: FileSystemDirectoryHandle): Promise<Found> {
  const { query, limit, signal } = wanted;
  const words = foldWords(query);
  const hits: HistoryHit[] = [];
  const folders: [string, FileSystemDirectoryHandle][] = [['', workspace]];
  let at = 0;
  for (; at < Math.min(folders.length, maxFolders) && hits.length <= limit && !signal.aborted; at++) {
    const [path, folder] = folders[at] ?? ['', workspace];
    for await (const [name, handle] of folder.entries()) {
      const full = path + name;
      if (handle.kind === 'file') {
        if (name.endsWith('.crswap') || !hasWords(full, words)) continue;
        const changed = await changedAt(handle);
        if (changed !== undefined && isWithin(changed, wanted))
          hits.push({ at: changed, place: 'file', text: full, isOutside: true });
      } else if (!name.startsWith('.')) folders.push([`${full}/`, handle]);
    }
  }
  const found = cut(hits, limit);
  return { ...found, isCut: found.isCut || at < folders.length };
}

/** Undefined: it was deleted meanwhile. */
async function changedAt(handle: FileSystemFileHandle): Promise<number | undefined> {
  try {
    return (await handle.getFile()).lastModified;
  } catch (error) {
    if (isName(error, 'NotFoundError')) return undefined;
    throw error;
  }
}

/** The most memories and the most files on one page; a longer list can be narrowed by more words. */
const maxKept = 20;

type KeptDeps = Pick<HistoryDeps, 'openMemories' | 'folders'>;

/** Searches memories and files for the user, who may see all memories even while memory is off. */
export async function searchKept(query: string, { openMemories, folders }: KeptDeps): Promise<KeptFound> {
  const words = foldWords(query);
  if (words.length === 0) return { memories: [], files: [] };
  const { signal } = new AbortController();
  const wanted = { query, limit: maxKept, signal, from: undefined, to: undefined };
  const { port } = await openMemories();
  const [memories, files] = await Promise.all([
    port.search(query, undefined, maxKept),
    findFiles(wanted, folders.workspace),
  ]);
  return {
    memories: memories.map(({ id, key, content }) => ({ id, key, snippet: snippetOf(content, words) })),
    files: files.hits.map(({ text }) => text),
  };
}
