/** Makes files ready to go with a message: pictures in a size that models take, nothing that is too large. */
import { fitImage } from '#shared/images/fit-image.ts';
import * as limits from '#shared/limits.ts';
import type { Attachment } from '#shared/rpc/protocol.ts';
import { t } from '../text/text.ts';
import type { Toasts } from '../base/toasts.ts';

/** `had`: how many are attached already. What cannot come along is said, file by file. */
export async function readFiles(
  files: readonly File[],
  had: number,
  { show }: Pick<Toasts, 'show'>,
): Promise<Attachment[]> {
  const most = limits.attachments;
  const taken = files.slice(0, Math.max(0, most - had));
  if (taken.length < files.length) show(t('attach.too-many', { count: most }));
  const read = await Promise.all(taken.map((file) => readFile(file, show)));
  return read.flat();
}

async function readFile(file: File, show: Toasts['show']): Promise<Attachment[]> {
  const { name } = file;
  const blob = file.type.startsWith('image/') ? await fitImage(file) : file;
  if (blob.size > limits.attachmentBytes) {
    show(t('attach.too-large', { name, megabytes: limits.attachmentBytes / 1e6 }));
    return [];
  }
  try {
    // A folder that was dropped, or a file that is gone, fails here and not in the message.
    await blob.slice(0, 1).arrayBuffer();
  } catch {
    show(t('attach.unreadable', { name }));
    return [];
  }
  return [{ blob, ...(name ? { name } : {}) }];
}
