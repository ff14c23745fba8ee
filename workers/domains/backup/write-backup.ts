/** Everything that is kept here, as one archive: read and written piece by piece, and without any key. */
// client-zip: see zip-folder.ts.
import { downloadZip } from 'client-zip';
import * as v from 'valibot';
import type { Json } from '#shared/json.ts';
import type { SessionId } from '#shared/ids.ts';
import type { CallStore } from '#workers/domains/activity/store.ts';
import { names, version } from './format.ts';
import * as shapes from './record-shapes.ts';
import type { BackupPorts } from './deps.ts';
import type { Manifest, SavedProvider, SavedSettings } from './record-shapes.ts';
import { positive, id } from './shape.ts';
import { exportSavedPrompts } from './saved-prompts.ts';
import { savedServers } from './servers.ts';
import { hashIn, keptMedia, sessionLines, type SavedSession } from './sessions.ts';

type ZipEntry =
  | { name: string; lastModified: Date; input: Blob }
  | { name: string; lastModified: Date; input: AsyncIterable<Uint8Array> | string }
  | { name: string };

export async function writeBackup(ports: BackupPorts): Promise<Blob> {
  return downloadZip(entriesOf(ports)).blob();
}

async function* entriesOf(ports: BackupPorts): AsyncGenerator<ZipEntry> {
  const lastModified = new Date(ports.now());
  const json = (name: string, value: object) => ({ name, lastModified, input: JSON.stringify(value) });
  const manifest: Manifest = {
    format: 'oneclaw-backup',
    version,
    app: ports.app,
    created: ports.now(),
  };
  yield json(names.manifest, manifest);
  yield json(names.settings, await readSettings(ports));
  yield json(names.agents, await ports.database.getAll('agents'));
  yield json(names.providers, await readProviders(ports));
  yield json(names.servers, await savedServers(ports));
  yield { name: names.prompts, lastModified, input: await exportSavedPrompts(ports) };
  let at = 0;
  for (const { id } of await ports.database.getAll('sessions')) {
    const saved = await readSaved(ports, id);
    if (!saved) continue;
    const place = String(++at).padStart(5, '0');
    yield { name: `${names.sessions}${place}.jsonl`, lastModified, input: encode(sessionLines(saved)) };
    yield* blobsOf(ports, saved, `${names.blobs}${place}/`, lastModified);
  }
  yield* filesOf(ports);
  yield { name: names.calls, lastModified, input: encode(callLines(ports.calls)) };
}

/** In one transaction: a run that ends meanwhile is in it whole or not at all. */
async function readSaved({ database }: BackupPorts, id: SessionId): Promise<SavedSession | undefined> {
  const transaction = database.transaction(['sessions', 'messages', 'runs']);
  const range = IDBKeyRange.bound([id, -Infinity], [id, Infinity]);
  const [session, messages, runs] = await Promise.all([
    transaction.objectStore('sessions').get(id),
    transaction.objectStore('messages').index('session').getAll(range),
    transaction.objectStore('runs').index('session').getAll(range),
  ]);
  return session && { session, messages, runs };
}

async function* blobsOf(
  { blobs }: BackupPorts,
  { messages }: SavedSession,
  folder: string,
  lastModified: Date,
): AsyncGenerator<ZipEntry> {
  const written = new Set<string>();
  for (const media of messages.flatMap(keptMedia)) {
    const hash = hashIn(media);
    if (written.has(hash)) continue;
    written.add(hash);
    const input = await blobs.read(media.blob);
    if (input) yield { name: folder + hash, lastModified, input };
  }
}

async function* filesOf({ files }: BackupPorts): AsyncGenerator<ZipEntry> {
  for await (const { path, type } of files.walk('.')) {
    const name = names.workspace + path;
    if (type === 'directory') yield { name: `${name}/` };
    else {
      const input = await files.read(path);
      yield { name, input, lastModified: new Date(input.lastModified) };
    }
  }
}

async function readProviders({ database }: BackupPorts): Promise<SavedProvider[]> {
  return (await database.getAll('providers')).map(({ created: _, ...provider }) => provider);
}

const spentPrefix = 'spent-';

/** Only what is named here: others hold the passphrase's salt, messages that wait, the chain of the log. */
async function readSettings({ database }: Pick<BackupPorts, 'database'>): Promise<SavedSettings> {
  const store = database.transaction('settings').store;
  const [budget, days, titles, preferred, disabled, hosts] = await Promise.all(
    [
      'day-budget',
      'call-log-days',
      'write-titles',
      'default-provider',
      'disabled-tools',
      'allowed-hosts',
    ].map((key) => store.get(key)),
  );
  const range = IDBKeyRange.bound(spentPrefix, `${spentPrefix}\uffff`);
  const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
  const spent: SavedSettings['spent'] = {};
  for (const [at, key] of keys.entries()) {
    const value = values[at];
    if (v.is(shapes.spent, value)) spent[key.slice(spentPrefix.length)] = value;
  }
  return {
    ...(v.is(shapes.budget, budget) ? { dayBudget: budget } : {}),
    ...(v.is(positive, days) ? { callLogDays: days } : {}),
    ...(typeof titles === 'boolean' ? { writeTitles: titles } : {}),
    ...(v.is(id<SavedProvider['id']>(), preferred) ? { defaultProvider: preferred } : {}),
    disabledTools: textsIn(disabled),
    allowedHosts: textsIn(hosts).filter((host) => v.is(shapes.host, host)),
    spent,
  };
}

function textsIn(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

const callsAtOnce = 500;

async function* callLines(calls: CallStore): AsyncGenerator<string> {
  const { checkpoint, head } = await calls.chain();
  yield `${JSON.stringify({ format: 'oneclaw-call-log', checkpoint, head })}\n`;
  for (let from = checkpoint.seq + 1; from <= head.seq;) {
    // No further than the head: what is logged meanwhile is not of this backup.
    const page = (await calls.from(from, callsAtOnce)).filter(({ seq }) => seq <= head.seq);
    for (const record of page) yield `${JSON.stringify(record)}\n`;
    if (page.length === 0) return;
    from = (page.at(-1)?.seq ?? head.seq) + 1;
  }
}

async function* encode(lines: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const line of lines) yield encoder.encode(line);
}
