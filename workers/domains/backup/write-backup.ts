/** Writes the backup parts of all domains into one archive, as a stream. It contains no keys. */
// client-zip: see zip-folder.ts.
import { downloadZip } from 'client-zip';
import type { Json } from '#shared/json.ts';
import { minPassphraseLength } from '#shared/rpc/vault.ts';
import type { ArchiveEntry, SettingPart } from '#workers/contracts/backup-part.ts';
import { createEncryption } from './encrypted-file.ts';
import { BackupError, most, names, version } from './format.ts';
import type { BackupDeps } from './deps.ts';
import type { Manifest } from './manifest.ts';

type ZipEntry =
  | { name: string; lastModified: Date; input: Blob }
  | { name: string; lastModified: Date; input: AsyncIterable<Uint8Array> | string }
  | { name: string };

/** Encrypted if there is a passphrase. */
export async function writeBackup(deps: BackupDeps, passphrase?: string): Promise<Blob> {
  if (passphrase !== undefined && passphrase.length < minPassphraseLength)
    throw new BackupError('short_passphrase');
  const encryption = passphrase === undefined ? undefined : await createEncryption(passphrase, deps.progress);
  const progress = deps.progress('writing', 0);
  let written = 0;
  const meter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      progress.add(chunk.length);
      written += chunk.length;
      // Nobody could import it: entries are stored as they are.
      if (written > most.unpackedBytes) throw new BackupError('too_large');
      controller.enqueue(chunk);
    },
  });
  const { body } = downloadZip(entriesOf(deps));
  if (!body) throw new Error('The archive has no content.');
  const archive = body.pipeThrough(meter);
  const blob = await new Response(encryption ? archive.pipeThrough(encryption) : archive).blob();
  progress.end();
  return blob;
}

async function* entriesOf(deps: BackupDeps): AsyncGenerator<ZipEntry> {
  const { app, now, parts } = deps;
  const manifest: Manifest = { format: 'oneclaw-backup', version, app, created: now() };
  yield toZipEntry({ name: names.manifest, content: JSON.stringify(manifest) }, deps);
  const settings = await collectSettings(parts.filter((part) => 'field' in part));
  yield toZipEntry({ name: names.settings, content: JSON.stringify(settings) }, deps);
  for (const part of parts)
    if ('paths' in part) for await (const entry of part.collect()) yield toZipEntry(entry, deps);
}

function toZipEntry({ name, content, modified }: ArchiveEntry, { now }: BackupDeps): ZipEntry {
  if (content === undefined) return { name };
  const lastModified = new Date(modified ?? now());
  // The two members of the union differ in the type of `input` alone.
  return content instanceof Blob
    ? { name, lastModified, input: content }
    : { name, lastModified, input: content };
}

async function collectSettings(parts: readonly SettingPart[]): Promise<Record<string, Json>> {
  const settings: Record<string, Json> = {};
  for (const part of parts) {
    const value = await part.collect();
    if (value !== undefined) settings[part.field] = value;
  }
  return settings;
}
