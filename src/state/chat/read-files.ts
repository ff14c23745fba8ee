/**
 * Prepares files for a message: scales images to sizes that models accept, and rejects files that
 * are too large.
 */
import { fitImage } from '#shared/images/fit-image.ts';
import { pictureTypeOf } from '#shared/images/picture-type.ts';
import * as limits from '#shared/limits.ts';
import type { Attachment } from '#shared/rpc/protocol.ts';
import { t } from '../text/text.ts';
import type { Toasts } from '../base/toasts.ts';

/** `attached`: the number of files in the draft already. A toast reports each file that is left out. */
export async function readFiles(
  files: readonly File[],
  attached: number,
  { show }: Pick<Toasts, 'show'>,
): Promise<Attachment[]> {
  const most = limits.attachments;
  const taken = files.slice(0, Math.max(0, most - attached));
  if (taken.length < files.length) show(t('attach.too-many', { count: most }));
  const read = await Promise.all(taken.map((file) => readFile(file, show)));
  return read.flat();
}

async function readFile(file: File, show: Toasts['show']): Promise<Attachment[]> {
  const { name } = file;
  const isPicture = file.type.startsWith('image/') || (await pictureTypeOf(file).catch(() => undefined));
  const blob = isPicture ? await fitImage(file) : file;
  if (Math.max(blob.size, file.size) > limits.attachmentBytes) {
    show(t('attach.too-large', { name, megabytes: limits.attachmentBytes / 1e6 }));
    return [];
  }
  try {
    // Reads one byte, so that a dropped folder or a deleted file fails here and not when the
    // message is sent.
    await file.slice(0, 1).arrayBuffer();
  } catch {
    show(t('attach.unreadable', { name }));
    return [];
  }
  return [{ blob, ...(name && { name }), ...(blob !== file && { original: file }) }];
}
