/** Saves an export: by the share sheet on touch devices that support it, else as a download. */
import type { SessionFormat } from '#shared/conversation/session.ts';
import { shorten } from '#shared/shorten.ts';

const kinds = {
  markdown: { type: 'text/markdown', ending: 'md' },
  json: { type: 'application/json', ending: 'json' },
} as const satisfies Record<SessionFormat, { type: string; ending: string }>;

export async function saveFile(
  text: string,
  title: string,
  format: SessionFormat,
  isTouch: boolean,
): Promise<void> {
  const { type, ending } = kinds[format];
  return shareOrDownload(new File([text], `${fileName(title) || 'chat'}.${ending}`, { type }), isTouch);
}

export async function shareOrDownload(file: File, isTouch: boolean): Promise<void> {
  if (isTouch && 'canShare' in navigator && navigator.canShare({ files: [file] })) return share(file);
  download(file);
}

async function share(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    // Closing the share sheet is a cancel. Any other error, such as an expired user activation, falls back to a download.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    download(file);
  }
}

function download(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

/** The title without characters that file systems refuse; may be empty. */
export function fileName(title: string): string {
  const name = title
    .replace(/[\p{Cc}<>:"/\\|?*…]+/gu, ' ')
    .trim()
    .replace(/^\.+/, '');
  return shorten(name, 80, '').trim();
}
