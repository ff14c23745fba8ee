/** What the tool `search_history` finds: messages, results, memories and names of files. */
import type { SearchHit, SnippetPiece } from '#shared/conversation/session.ts';
import type { Agent } from '#shared/agents/agent.ts';
import type { AgentId, MessageId, SessionId } from '#shared/ids.ts';
import type { HistoryHit, HistoryQuery } from '#workers/contracts/history-port.ts';
import type { MemoryPort } from '#workers/contracts/memory-port.ts';
import { foldWords, hasWords } from '#workers/text/find-words.ts';
import { searchSessions, type SearchSource } from './search-sessions.ts';

export type HistoryDeps = {
  agents: { get(id: AgentId): Promise<Pick<Agent, 'deny'> | undefined> };
  sessions: SearchSource['sessions'];
  openSearchIndex(): Promise<SearchSource['index']>;
  /** False: nothing of memory is told. */
  memorySwitch: { get(): { isOn: boolean } };
  openMemories(): Promise<{ port: Pick<MemoryPort, 'search'> }>;
  folders: { workspace: FileSystemDirectoryHandle };
};

/** Folders that a search of a large workspace may read before it ends with what it has. */
const mostFolders = 2_000;

export async function searchHistory(query: HistoryQuery, deps: HistoryDeps): Promise<HistoryHit[]> {
  const { scope, limit } = query;
  const isIn = (place: HistoryQuery['scope']) => scope === 'all' || scope === place;
  // A name has no date, so it is in no period.
  const isDated = query.from !== undefined || query.to !== undefined;
  // Neither memories nor files may take the place of all that was said.
  const few = { ...query, limit: scope === 'all' ? Math.ceil(limit / 4) : limit };
  const found = [
    ...(isIn('memories') && (await mayRemember(query, deps)) ? await findMemories(few, deps) : []),
    ...(isIn('files') && !isDated ? await findFiles(few, deps.folders.workspace) : []),
    ...(isIn('chats') || isIn('results') ? await findMessages(query, deps) : []),
  ];
  return found.slice(0, limit);
}

async function mayRemember({ agent }: HistoryQuery, { agents, memorySwitch }: HistoryDeps): Promise<boolean> {
  if (!memorySwitch.get().isOn) return false;
  const asking = agent && (await agents.get(agent));
  return !asking?.deny?.includes('memory');
}

async function findMemories(query: HistoryQuery, { openMemories }: HistoryDeps): Promise<HistoryHit[]> {
  const { port } = await openMemories();
  const found = await port.search(query.query, query.agent, query.limit);
  return found
    .map(({ key, content, updated }) => ({ at: updated, place: `memory '${key}'`, text: content }))
    .filter(({ at }) => isWithin(at, query));
}

async function findMessages(
  query: HistoryQuery,
  { sessions, openSearchIndex }: HistoryDeps,
): Promise<HistoryHit[]> {
  const source = { sessions, index: await openSearchIndex() };
  const titles = new Map((await sessions.list()).map(({ id, title }) => [id, title]));
  const hits: HistoryHit[] = [];
  for (let from: MessageId | null | undefined; from !== null && hits.length < query.limit;) {
    if (query.signal.aborted) break;
    const page = await searchSessions(query.query, from, source);
    hits.push(...page.hits.filter((hit) => isWanted(hit, query)).map((hit) => toHit(hit, titles)));
    from = page.next;
  }
  return hits;
}

function isWanted({ session, where, at }: SearchHit, query: HistoryQuery): boolean {
  const isResult = where === 'call' || where === 'result';
  const isInScope = query.scope === 'all' || isResult === (query.scope === 'results');
  return session !== query.session && isInScope && isWithin(at, query);
}

function isWithin(at: number, { from = -Infinity, to = Infinity }: HistoryQuery): boolean {
  return at >= from && at < to;
}

function toHit(
  { session, where, tool, at, snippet }: SearchHit,
  titles: ReadonlyMap<SessionId, string>,
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
  };
}

/** Paths whose folders and name together hold all words. */
async function findFiles(
  { query, limit, signal }: HistoryQuery,
  workspace: FileSystemDirectoryHandle,
): Promise<HistoryHit[]> {
  const words = foldWords(query);
  const hits: HistoryHit[] = [];
  const folders: [string, FileSystemDirectoryHandle][] = [['', workspace]];
  for (
    let at = 0;
    at < Math.min(folders.length, mostFolders) && hits.length < limit && !signal.aborted;
    at++
  ) {
    const [path, folder] = folders[at] ?? ['', workspace];
    for await (const [name, handle] of folder.entries()) {
      const full = path + name;
      if (handle.kind === 'directory') folders.push([`${full}/`, handle]);
      else if (!name.endsWith('.crswap') && hasWords(full, words)) hits.push({ place: 'file', text: full });
    }
  }
  return hits.slice(0, limit);
}
