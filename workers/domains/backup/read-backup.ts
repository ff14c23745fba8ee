/** Reads and checks a whole backup and compares it with what is stored here; writes nothing. */
import type { BackupPlan } from '#shared/rpc/backup.ts';
import { escapeInvisible } from '#shared/invisible.ts';
import { isJsonObject, type JsonObject } from '#shared/json.ts';
import type {
  FoundRecords,
  FoundSetting,
  PartSource,
  RecordsPart,
  SettingPart,
} from '#workers/contracts/backup-part.ts';
import { openArchive, type Archive } from './archive.ts';
import { isEncrypted, openEncrypted, type RandomAccess } from './encrypted-file.ts';
import { BackupError, names, version } from './format.ts';
import type { BackupDeps, Progress } from './deps.ts';
import { checkValue } from './shape.ts';
import { manifestShape, type Manifest } from './manifest.ts';

export type ReadBackup = {
  plan: BackupPlan;
  /** `progress` gets the number of bytes read from the archive; each stage sets its own. */
  meter: { progress?: Progress };
  records: { part: RecordsPart; found: FoundRecords }[];
  settings: FoundSetting[];
};

export async function readBackup(
  file: Blob,
  passphrase: string | undefined,
  deps: BackupDeps,
): Promise<ReadBackup> {
  const meter: ReadBackup['meter'] = {};
  const source = await openSource(file, passphrase, deps);
  const archive = await openArchive(source, (bytes) => meter.progress?.add(bytes));
  const manifest = await readManifest(archive);
  const progress = (meter.progress = deps.progress('checking', archive.bytes));
  try {
    const records: ReadBackup['records'] = [];
    for (const part of deps.parts)
      if ('paths' in part)
        records.push({ part, found: await part.read(sourceOf(archive, part, manifest.created)) });
    const { settings, brokenParts } = await readSettings(archive, deps);
    const size = { packed: file.size, unpacked: archive.bytes };
    const plan = { ...planOf(manifest, records, settings, brokenParts), size };
    plan.bytes = bytesToStore(archive, records);
    if (plan.bytes > (await deps.room())) throw new BackupError('no_room');
    await archive.checkRest();
    return { plan, meter, records, settings };
  } finally {
    progress.end();
  }
}

async function openSource(
  file: Blob,
  passphrase: string | undefined,
  { progress }: BackupDeps,
): Promise<Blob | RandomAccess> {
  if (!(await isEncrypted(file))) return file;
  if (passphrase === undefined) throw new BackupError('passphrase');
  return openEncrypted(file, passphrase, progress);
}

async function readManifest(archive: Archive): Promise<Manifest> {
  if (!archive.sizes.has(names.manifest)) throw new BackupError('not_a_backup');
  const manifest = await archive.json(names.manifest);
  checkValue(manifestShape, manifest, names.manifest);
  if (manifest.version > version) throw new BackupError('newer');
  return manifest;
}

/** The archive as a part gets it. */
function sourceOf(archive: Archive, { paths }: RecordsPart, created: number): PartSource {
  const isOwn = (name: string) =>
    paths.some((path) => (path.endsWith('/') ? name.startsWith(path) : name === path));
  return {
    files: [...archive.sizes.keys()].filter(isOwn),
    folders: archive.folders.filter(isOwn),
    created,
    has: (name) => archive.sizes.has(name),
    size: (name) => archive.sizes.get(name) ?? 0,
    json: archive.json,
    lines: archive.lines,
    blob: archive.blob,
  };
}

type ReadSettings = { settings: FoundSetting[]; brokenParts: string[] };

/** Leaves out a single invalid value, and all settings if their file cannot be read. */
async function readSettings(archive: Archive, { parts }: BackupDeps): Promise<ReadSettings> {
  const result: ReadSettings = { settings: [], brokenParts: [] };
  const fields = await archive.json(names.settings).catch(noBackupError);
  if (!isJsonObject(fields)) return { settings: [], brokenParts: [names.settings] };
  for (const part of parts)
    if ('field' in part && Object.hasOwn(fields, part.field)) await readSetting(part, fields, result);
  return result;
}

async function readSetting(part: SettingPart, fields: JsonObject, result: ReadSettings): Promise<void> {
  const found = await part.check(fields[part.field] ?? null);
  if (found) result.settings.push(found);
  else result.brokenParts.push(`${names.settings}: ${part.field}`);
}

function planOf(
  { created, app }: Manifest,
  records: ReadBackup['records'],
  settings: readonly FoundSetting[],
  brokenSettings: readonly string[],
): Omit<BackupPlan, 'size'> {
  const brokenParts = [...records.flatMap(({ found }) => found.brokenParts ?? []), ...brokenSettings];
  return {
    created,
    app: escapeInvisible(app.slice(0, 40)),
    parts: records.map(({ part: { name }, found: { tally } }) => ({ name, tally })),
    changes: [
      ...records.flatMap(({ found }) => found.changes ?? []),
      ...settings.flatMap(({ changes }) => changes),
    ],
    broken: records.reduce((sum, { found }) => sum + found.broken, brokenParts.length),
    brokenParts,
    folder: records.flatMap(({ found }) => found.workspace?.folder ?? [])[0] ?? '',
    bytes: 0,
  };
}

/**
 * The space that the import needs: files that are not here yet, and all records. An upper bound, because
 * equal records are not written.
 */
function bytesToStore(archive: Archive, records: ReadBackup['records']): number {
  const files = records.flatMap(({ found }) => found.workspace?.files ?? []);
  const paths = records.filter(({ found }) => found.workspace).flatMap(({ part }) => part.paths);
  const others = [...archive.sizes].filter(([name]) => !paths.some((path) => name.startsWith(path)));
  return sum(files.map(({ bytes }) => bytes)) + sum(others.map(([, bytes]) => bytes));
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, each) => total + each, 0);
}

/** Unreadable settings are left out instead of refusing the whole backup: chats and files matter more. */
function noBackupError(error: unknown): undefined {
  if (!(error instanceof BackupError)) throw error;
}
