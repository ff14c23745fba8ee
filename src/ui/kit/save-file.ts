/** Hands an export over: to the share sheet where a finger asked and the system takes it, else as a download. */
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
  return handOver(new File([text], `${fileName(title) || 'chat'}.${ending}`, { type }), isTouch);
}

export async function handOver(file: File, isTouch: boolean): Promise<void> {
  if (isTouch && 'canShare' in navigator && navigator.canShare({ files: [file] })) return share(file);
  download(file);
}

async function share(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    // Who closes the share sheet has changed their mind; a tap that is too long ago counts for no share.
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
  // The browser has taken the address over by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

/** Without what a file system may refuse; may be empty. */
export function fileName(title: string): string {
  const name = title
    .replace(/[\p{Cc}<>:"/\\|?*…]+/gu, ' ')
    .trim()
    .replace(/^\.+/, '');
  return shorten(name, 80, '').trim();
}
