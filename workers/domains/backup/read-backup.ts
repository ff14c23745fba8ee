/** Reads a backup whole, with nothing of it written anywhere: what is in it, and what is already here. */
import * as v from 'valibot';
import type { CallRecord } from '#shared/tools/activity.ts';
import { defaultAgent, type Agent } from '#shared/agents/agent.ts';
import type { BackupPlan, Tally } from '#shared/rpc/backup.ts';
import type { SessionId } from '#shared/ids.ts';
import { printable } from '#shared/invisible.ts';
import type { Json } from '#shared/json.ts';
import { canonicalJson } from '#shared/canonical-json.ts';
import { verifyChain } from '#workers/domains/activity/call-chain.ts';
import { checkAgent } from '../agents/check-agent.ts';
import { checkDraft } from '../providers/check-provider.ts';
import type { Chain } from '#workers/domains/activity/store.ts';
import { openArchive, type Archive } from './archive.ts';
import { BackupError, most, names, version } from './format.ts';
import { placeFiles, type Placement } from './place-files.ts';
import * as shapes from './record-shapes.ts';
import type { BackupPorts } from './deps.ts';
import type { SavedProvider, SavedSettings } from './record-shapes.ts';
import { readSavedPrompts } from './saved-prompts.ts';
import { readSavedServers, type FoundServer } from './servers.ts';
import { readSession } from './sessions.ts';
import { json, list } from './shape.ts';

type Compared<T> = { value: T; state: keyof Tally };

export type ReadBackup = {
  archive: Archive;
  plan: BackupPlan;
  /** By their name in the archive; they are read again when they are written, one at a time. */
  sessions: Compared<string>[];
  agents: Compared<Agent>[];
  providers: Compared<SavedProvider>[];
  servers: FoundServer[];
  settings: SavedSettings | null;
  /** The file of prompts; null: none. */
  prompts: string | null;
  placement: Placement;
  calls: { records: CallRecord[]; chain: Chain };
};

const noCalls = { records: [], chain: { checkpoint: { seq: 0, hash: '' }, head: { seq: 0, hash: '' } } };

export async function readBackup(file: Blob, ports: BackupPorts): Promise<ReadBackup> {
  const archive = await openArchive(file);
  if (!archive.files.has(names.manifest)) throw new BackupError('not_a_backup');
  const manifest = await archive.json(names.manifest, shapes.manifest);
  if (manifest.version > version) throw new BackupError('newer');
  const sessions = await compareSessions(archive, ports);
  const agents = await compareAgents(archive, ports);
  const providers = await compareProviders(archive, ports);
  const servers = await readSavedServers(archive, ports);
  const brokenParts: string[] = [];
  const settings = (await archive.json(names.settings, shapes.settings).catch(noBackupError)) ?? null;
  if (!settings) brokenParts.push(names.settings);
  const prompts = await readSavedPrompts(archive).catch(noBackupError);
  if (prompts === undefined) brokenParts.push(names.prompts);
  const placement = await placeFiles(archive, ports.files, manifest.created);
  const readable = await readCalls(archive, ports).catch(noBackupError);
  if (!readable) brokenParts.push(names.calls);
  const calls = readable ?? noCalls;
  const bytes = placement.files.reduce(
    (sum, { entry, state }) => sum + (state === 'same' ? 0 : sizeOf(archive, entry)),
    0,
  );
  const others = [...archive.files.keys()].filter((name) => !name.startsWith(names.workspace));
  const records = others.reduce((sum, name) => sum + sizeOf(archive, name), 0);
  if (bytes + records > (await ports.room())) throw new BackupError('no_room');
  const plan: BackupPlan = {
    ...{
      created: manifest.created,
      app: printable(manifest.app.slice(0, 40)),
      folder: placement.folder,
      bytes,
    },
    sessions: tally(sessions.found),
    messages: sessions.messages,
    agents: tally(agents.found),
    providers: tally(providers.found),
    servers: tally(servers.found),
    files: tally(placement.files),
    broken: sessions.broken + agents.broken + providers.broken + servers.broken + brokenParts.length,
    brokenParts,
    hosts: (settings?.allowedHosts ?? []).filter((host) => !ports.allowedHosts.has(host)),
    calls: calls.records.length,
  };
  return {
    ...{ archive, plan, settings, placement, calls, prompts: prompts ?? null },
    ...{ sessions: sessions.found, agents: agents.found, providers: providers.found },
    servers: servers.found,
  };
}

type Found<T> = { found: Compared<T>[]; broken: number };

async function compareSessions(
  archive: Archive,
  { database }: BackupPorts,
): Promise<Found<string> & { messages: number }> {
  const result = { found: [] as Compared<string>[], broken: 0, messages: 0 };
  const seen = new Set<SessionId>();
  for (const name of [...archive.files.keys()].filter((each) => /^sessions\/\d{5,9}\.jsonl$/.test(each))) {
    const saved = await readSession(name, archive.lines(name)).catch(onlyInvalid);
    if (!saved || seen.has(saved.session.id)) {
      result.broken++;
      continue;
    }
    seen.add(saved.session.id);
    const here = await database.get('sessions', saved.session.id);
    const { head, updated, title } = saved.session;
    const isSame = here?.head === head && here.updated === updated && here.title === title;
    result.found.push({ value: name, state: here ? (isSame ? 'same' : 'differing') : 'added' });
    if (!here) result.messages += saved.messages.length;
  }
  return result;
}

async function compareAgents(archive: Archive, { database }: BackupPorts): Promise<Found<Agent>> {
  const isGood = (value: Json): value is Json & Agent =>
    v.is(shapes.agent, value) && checkAgent(value) === undefined;
  // The default agent is here before anyone has changed it: another one of its id must not pass as new.
  return compareRecords(
    archive,
    names.agents,
    isGood,
    async ({ id }) =>
      (await database.get('agents', id)) ?? (id === defaultAgent.id ? defaultAgent : undefined),
  );
}

async function compareProviders(archive: Archive, { database }: BackupPorts): Promise<Found<SavedProvider>> {
  const isGood = (value: Json): value is Json & SavedProvider =>
    v.is(shapes.provider, value) && checkDraft(value) === undefined;
  return compareRecords(archive, names.providers, isGood, async ({ id }) => {
    const stored = await database.get('providers', id);
    if (!stored) return undefined;
    const { created: _, ...saved } = stored;
    return saved;
  });
}

async function compareRecords<T extends { id: string }>(
  archive: Archive,
  part: string,
  isGood: (value: Json) => value is Json & T,
  find: (value: T) => Promise<T | undefined>,
): Promise<Found<T>> {
  const values = await archive.json(part, list(json, most.records));
  const good = new Map<string, Json & T>();
  for (const value of values) if (isGood(value) && !good.has(value.id)) good.set(value.id, value);
  const found: Compared<T>[] = [];
  for (const value of good.values()) {
    const here = await find(value);
    const isSame = canonicalJson(toJson(here)) === canonicalJson(value);
    found.push({ value, state: here ? (isSame ? 'same' : 'differing') : 'added' });
  }
  return { found, broken: values.length - good.size };
}

/** As it would be after a way through a file: what is undefined is not there. */
function toJson(value: object | undefined): Json {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as Json);
}

/** Only where there is no log here: two chains do not join. Undefined: it cannot be read. */
async function readCalls(archive: Archive, { calls }: BackupPorts): Promise<ReadBackup['calls'] | undefined> {
  const here = await calls.chain();
  if (here.head.seq > 0 || !archive.files.has(names.calls)) return noCalls;
  const records: CallRecord[] = [];
  let chain: Chain | undefined;
  for await (const line of archive.lines(names.calls)) {
    if (!chain) {
      if (!v.is(shapes.logHeader, line)) return undefined;
      chain = { checkpoint: line.checkpoint, head: line.head };
    } else if (v.is(shapes.call, line) && records.length < most.entries) records.push(line);
    else return undefined;
  }
  if (!chain) return undefined;
  if (records.length === 0) return noCalls;
  const verdict = await verifyChain(chain.checkpoint, pageOf(records), chain.head);
  return verdict.ok ? { records, chain } : undefined;
}

async function* pageOf<T>(records: T[]): AsyncGenerator<T[]> {
  yield records;
}

/** A chat that is not what it must be is left out; an archive that is damaged is not read at all. */
function onlyInvalid(error: unknown): undefined {
  if (error instanceof BackupError && error.fault.type === 'invalid') return undefined;
  throw error;
}

/** Settings and the log are left out whatever is wrong with them: chats and files are worth more. */
function noBackupError(error: unknown): undefined {
  if (!(error instanceof BackupError)) throw error;
}

function sizeOf(archive: Archive, name: string): number {
  return archive.files.get(name)?.uncompressedSize ?? 0;
}

function tally(found: readonly { state: keyof Tally }[]): Tally {
  const count = (wanted: keyof Tally) => found.filter(({ state }) => state === wanted).length;
  return { added: count('added'), same: count('same'), differing: count('differing') };
}
