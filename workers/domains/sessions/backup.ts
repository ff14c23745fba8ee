/** Chats in a backup: one file per chat with its runs and messages, its images and files beside it. */
import { asId, type SessionId } from '#shared/ids.ts';
import type { ExistingChoice, Tally } from '#shared/rpc/backup.ts';
import * as v from 'valibot';
import type {
  ArchiveEntry,
  BackupPart,
  Batch,
  FoundRecords,
  Item,
  PartSource,
  Write,
} from '#workers/contracts/backup-part.ts';
import { runLockName } from './run-lock.ts';
import type { BlobStore } from '#workers/storage/blobs.ts';
import type { Database } from '#workers/storage/database.ts';
import { put, remove } from '#workers/storage/write.ts';
import { sha256 } from '#workers/text/sha256.ts';
import { BackupError, most } from '../backup/format.ts';
import { tally } from '../backup/record-list.ts';
import { settingPart } from '../backup/setting-part.ts';
import { hashIn, keptMedia, readSession, sessionLines, type SavedSession } from './saved-session.ts';
import { titlesSetting } from './title-switch.ts';

export type SavedChatsNeeds = {
  database: Database;
  blobs: Pick<BlobStore, 'read'>;
  updateSearchSoon(): void;
};

/** `sessions/00001.jsonl` has its images and files in `blobs/00001/`. Numbers instead of ids keep the names harmless. */
const [folder, blobFolder] = ['sessions/', 'blobs/'];

export function sessionsInBackup(needs: SavedChatsNeeds): readonly BackupPart[] {
  return [
    {
      name: 'sessions',
      paths: [folder, blobFolder],
      collect: () => collect(needs),
      read: (source) => read(source, needs.database),
      reload: async () => needs.updateSearchSoon(),
    },
    settingPart<boolean>({
      ...{ field: 'writeTitles', key: titlesSetting, shape: v.boolean(), database: needs.database },
      changes: (to, from = true) => (to === from ? [] : [{ name: to ? 'titles-on' : 'titles-off' }]),
    }),
  ];
}

async function* collect({
  database,
  blobs,
}: Pick<SavedChatsNeeds, 'database' | 'blobs'>): AsyncGenerator<ArchiveEntry> {
  let at = 0;
  for (const id of await database.getAllKeys('sessions')) {
    const saved = await readStored(database, id);
    if (!saved) continue;
    const place = String(++at).padStart(5, '0');
    yield { name: `${folder}${place}.jsonl`, content: encode(sessionLines(saved)) };
    for (const [hash, media] of new Map(
      saved.messages.flatMap(keptMedia).map((each) => [hashIn(each), each]),
    )) {
      const content = await blobs.read(media.blob);
      if (content) yield { name: `${blobFolder}${place}/${hash}`, content };
    }
  }
}

async function* encode(lines: Iterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const line of lines) yield encoder.encode(line);
}

/** Reads in one transaction, so that a run that ends meanwhile is in the backup completely or not at all. */
async function readStored(database: Database, id: SessionId): Promise<SavedSession | undefined> {
  const transaction = database.transaction(['sessions', 'messages', 'runs']);
  const [session, messages, runs] = await Promise.all([
    transaction.objectStore('sessions').get(id),
    transaction.objectStore('messages').index('session').getAll(rangeOf(id)),
    transaction.objectStore('runs').index('session').getAll(rangeOf(id)),
  ]);
  return session && { session, messages, runs };
}

function rangeOf(id: SessionId): IDBKeyRange {
  return IDBKeyRange.bound([id, -Infinity], [id, Infinity]);
}

/** A chat in the archive. It is read again for the import, so that only one chat is in memory at a time. */
type Found = { name: string; id: SessionId; state: keyof Tally };

async function read(source: PartSource, database: Database): Promise<FoundRecords> {
  const found: Found[] = [];
  const seen = new Set<SessionId>();
  let broken = 0;
  for (const name of source.files.filter((each) => /^sessions\/\d{5,9}\.jsonl$/.test(each))) {
    const saved = await readSession(name, source.lines(name)).catch(onlyInvalid);
    if (saved) await checkBlobs(source, name, saved);
    if (!saved || seen.has(saved.session.id)) {
      broken++;
      continue;
    }
    seen.add(saved.session.id);
    const here = await database.get('sessions', saved.session.id);
    const { id, head, updated, title } = saved.session;
    const isSame = here?.head === head && here.updated === updated && here.title === title;
    found.push({ name, id, state: here ? (isSame ? 'same' : 'differing') : 'added' });
  }
  return {
    tally: tally(found),
    broken,
    batches: (existing) => batchesOf(found, existing, source, database),
  };
}

/**
 * Checks that every blob has the hash in its name. Throws otherwise, because a damaged archive is not
 * imported at all.
 */
async function checkBlobs(source: PartSource, name: string, saved: SavedSession): Promise<void> {
  for (const { entry, hash } of blobsOf(source, name, saved)) {
    const bytes = await (await source.blob(entry)).arrayBuffer();
    if ((await sha256(bytes)) !== hash) throw new BackupError('damaged', entry);
  }
}

/** The blobs of a chat, without those that were deleted before the backup was made or are too large. */
function blobsOf(
  source: PartSource,
  name: string,
  { messages }: SavedSession,
): { entry: string; hash: string }[] {
  const own = `${blobFolder}${name.slice(folder.length, -'.jsonl'.length)}/`;
  return [...new Set(messages.flatMap(keptMedia).map(hashIn))]
    .map((hash) => ({ entry: own + hash, hash }))
    .filter(({ entry }) => source.has(entry) && source.size(entry) <= most.blobBytes);
}

function* batchesOf(
  found: readonly Found[],
  existing: ExistingChoice,
  source: PartSource,
  database: Database,
): Generator<Batch> {
  for (const { name, id, state } of found) {
    if (state === 'same' || (state === 'differing' && existing === 'keep')) continue;
    yield {
      // A chat with an active run is not replaced.
      lock: runLockName(id),
      async items() {
        const saved = await readSession(name, source.lines(name));
        const item = await itemOf(saved, existing, database);
        const { session } = saved;
        const blobs = blobsOf(source, name, saved).map(({ entry, hash }) => ({
          id: asId<'blob'>(`${session.id}/${hash}`),
          read: () => source.blob(entry),
        }));
        return item ? [{ ...item, blobs }] : [];
      },
    };
  }
}

/** Undefined if one of its messages or runs belongs to another stored chat. */
async function itemOf(
  { session, runs, messages }: SavedSession,
  existing: ExistingChoice,
  database: Database,
): Promise<Item | undefined> {
  const transaction = database.transaction(['messages', 'runs']);
  const stores = { messages: transaction.objectStore('messages'), runs: transaction.objectStore('runs') };
  const [oldMessages, oldRuns, sameMessages, sameRuns] = await Promise.all([
    stores.messages.index('session').getAllKeys(rangeOf(session.id)),
    stores.runs.index('session').getAllKeys(rangeOf(session.id)),
    Promise.all(messages.map(({ id }) => stores.messages.get(id))),
    Promise.all(runs.map(({ id }) => stores.runs.get(id))),
  ]);
  if ([...sameMessages, ...sameRuns].some((each) => each && each.session !== session.id)) return undefined;
  const kept = new Set<string>([...messages, ...runs].map(({ id }) => id));
  const writes: Write[] = [
    put('sessions', session.id, session),
    ...oldMessages.filter((key) => !kept.has(key)).map((key) => remove('messages', key)),
    ...oldRuns.filter((key) => !kept.has(key)).map((key) => remove('runs', key)),
    ...messages.map((message) => put('messages', message.id, message)),
    ...runs.map((run) => put('runs', run.id, run)),
  ];
  return { isNew: existing === 'keep', writes };
}

/** An invalid chat is left out; a damaged archive is refused as a whole. */
function onlyInvalid(error: unknown): undefined {
  if (error instanceof BackupError && error.fault.type === 'invalid') return undefined;
  throw error;
}
