/** Imports a backup: files first, as a run that is rolled back on failure; then each chat in one transaction. */
import type { BackupReport, ExistingChoice } from '#shared/rpc/backup.ts';
import { newId } from '#shared/ids.ts';
import type { FilePort } from '#workers/contracts/file-port.ts';
import { guideId } from '#workers/domains/providers/store.ts';
import { BackupError, most, names } from './format.ts';
import type { BackupPorts } from './deps.ts';
import type { ReadBackup } from './read-backup.ts';
import { importSavedPrompts } from './saved-prompts.ts';
import { importServers } from './servers.ts';
import { hashIn, keptMedia, readSession, type SavedSession } from './sessions.ts';

/** Updates `report` as it proceeds, so that it is right after a failure, too. */
export async function importBackup(
  backup: ReadBackup,
  existing: ExistingChoice,
  ports: BackupPorts,
  report: BackupReport,
): Promise<void> {
  // Saving the first provider makes it the default, until `importDefault` sets the user's choice.
  const isUnset = (await ports.providers.defaultId()) === guideId;
  await importFiles(backup, ports, report);
  const isWanted = ({ state }: { state: string }) =>
    state === 'added' || (state === 'differing' && existing === 'replace');
  for (const { value: part } of backup.sessions.filter(isWanted)) {
    const saved = await readSession(part, backup.archive.lines(part));
    await keepBlobs(saved, part, backup, ports);
    // A chat with an active run is not replaced.
    await ports.whenIdle(saved.session.id, async () => {
      if (await storeSession(saved, existing, ports)) report.sessions++;
    });
  }
  for (const { value } of backup.agents.filter(isWanted)) {
    await ports.database.put('agents', value);
    report.agents++;
  }
  for (const { value } of backup.providers.filter(isWanted)) {
    const { id, kind, label, baseUrl = '', model, traits = {} } = value;
    // Field by field, so that a key in the file is not saved.
    await ports.providers.save({ id, kind, label, baseUrl, model, traits });
    report.providers++;
  }
  report.servers = await importServers(backup.servers, ports);
  await importSavedPrompts(backup.prompts, ports);
  await importSettings(backup, existing, ports);
  await importDefault(backup, existing === 'replace' || isUnset, ports);
  const { records, chain } = backup.calls;
  if (records.length > 0) await ports.calls.append(records, chain);
  report.calls = records.length;
}

async function importFiles(
  { archive, placement }: ReadBackup,
  ports: BackupPorts,
  report: BackupReport,
): Promise<void> {
  const wanted = placement.files.filter(({ state }) => state !== 'same');
  if (wanted.length === 0 && placement.folders.length === 0) return;
  const run = newId('run');
  let begun = 0;
  try {
    await ports.asRun(run, async (files: FilePort) => {
      for (const path of placement.folders) {
        begun++;
        await files.makeDirectory(path);
      }
      for (const { entry, path } of wanted) {
        const content = await archive.blob(entry);
        begun++;
        await files.write(path, content);
      }
    });
  } catch (error) {
    // If the rollback fails, too, report the files that may be here.
    const left = begun > 0 ? await ports.takeBack(run).catch(() => begun) : null;
    if (left !== null) Object.assign(report, { files: left, run });
    throw error;
  }
  report.files = wanted.length;
  report.run = run;
}

async function keepBlobs(
  { session, messages }: SavedSession,
  part: string,
  { archive }: ReadBackup,
  { blobs }: BackupPorts,
): Promise<void> {
  const folder = `${names.blobs}${part.slice(names.sessions.length, -'.jsonl'.length)}/`;
  for (const hash of new Set(messages.flatMap(keptMedia).map(hashIn))) {
    const entry = archive.files.get(folder + hash);
    // Deleted before the backup was made, or too large.
    if (!entry || entry.uncompressedSize > most.blobBytes) continue;
    const bytes = new Uint8Array(await (await archive.blob(folder + hash)).arrayBuffer());
    const kept = await blobs.keep(session.id, bytes);
    if (kept !== `${session.id}/${hash}`) throw new BackupError('damaged', folder + hash);
  }
}

/** False if it was not stored: the chat exists and stays, or one of its messages or runs belongs to another chat here. */
async function storeSession(
  { session, runs, messages }: SavedSession,
  existing: ExistingChoice,
  { database }: BackupPorts,
): Promise<boolean> {
  const transaction = database.transaction(['sessions', 'messages', 'runs'], 'readwrite', {
    durability: 'strict',
  });
  const stores = {
    sessions: transaction.objectStore('sessions'),
    messages: transaction.objectStore('messages'),
    runs: transaction.objectStore('runs'),
  };
  // It may have been added since the plan was made.
  const isHere = (await stores.sessions.getKey(session.id)) !== undefined;
  if (isHere && existing === 'keep') return false;
  const range = IDBKeyRange.bound([session.id, -Infinity], [session.id, Infinity]);
  const [oldMessages, oldRuns, sameMessages, sameRuns] = await Promise.all([
    stores.messages.index('session').getAllKeys(range),
    stores.runs.index('session').getAllKeys(range),
    Promise.all(messages.map(({ id }) => stores.messages.get(id))),
    Promise.all(runs.map(({ id }) => stores.runs.get(id))),
  ]);
  if ([...sameMessages, ...sameRuns].some((each) => each && each.session !== session.id)) return false;
  await Promise.all([
    ...oldMessages.map((key) => stores.messages.delete(key)),
    ...oldRuns.map((key) => stores.runs.delete(key)),
    stores.sessions.put(session),
    ...messages.map((message) => stores.messages.put(message)),
    ...runs.map((run) => stores.runs.put(run)),
    transaction.done,
  ]);
  return true;
}

/** Keeps existing settings unless the user chose to replace them; lists are merged. */
async function importSettings(
  { settings }: ReadBackup,
  existing: ExistingChoice,
  ports: BackupPorts,
): Promise<void> {
  if (!settings) return;
  for (const host of settings.allowedHosts) await ports.allowedHosts.allow(host);
  for (const tool of settings.disabledTools) await ports.disabledTools.set(tool, true);
  const single = {
    'day-budget': settings.dayBudget,
    'write-titles': settings.writeTitles,
    'call-log-days': settings.callLogDays,
  };
  const transaction = ports.database.transaction('settings', 'readwrite');
  for (const [key, value] of Object.entries(single)) {
    const isSet = (await transaction.store.getKey(key)) !== undefined;
    if (value !== undefined && (!isSet || existing === 'replace')) await transaction.store.put(value, key);
  }
  for (const [day, spent] of Object.entries(settings.spent)) {
    const key = `spent-${day}`;
    if (/^\d{4}-\d\d-\d\d$/.test(day) && (await transaction.store.getKey(key)) === undefined)
      await transaction.store.put(spent, key);
  }
  await transaction.done;
}

async function importDefault(
  { settings, providers }: ReadBackup,
  isWanted: boolean,
  ports: BackupPorts,
): Promise<void> {
  const preferred = settings?.defaultProvider;
  const isKnown = providers.some(({ value }) => value.id === preferred);
  if (preferred && isKnown && isWanted) await ports.providers.setDefault(preferred);
}
