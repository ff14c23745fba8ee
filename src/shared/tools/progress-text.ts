/**
 * The lines that tell how far a call is. Models, tool servers and scripts read them in English; the page reads
 * what they say and shows it in the user's language.
 */

export type KnownProgress =
  /** `size` in bytes; absent if it is not known. */
  | { type: 'loading'; name: string; size?: number }
  | { type: 'git-waiting'; folder: string }
  | { type: 'long-document' };

export function progressText(progress: KnownProgress): string {
  switch (progress.type) {
    case 'loading': {
      const size = progress.size === undefined ? '' : `: ${(progress.size / 1e6).toFixed(1)} MB`;
      return `Loading ${progress.name} (first use in this chat)${size}`;
    }
    case 'git-waiting':
      return `Waiting: another git command is changing ${progress.folder}`;
    case 'long-document':
      return 'The document is long and is fetched as a whole.';
  }
}

/** Undefined for a line that is not one of these, such as one of a tool server. */
export function readProgress(text: string): KnownProgress | undefined {
  const [, name, megabytes] = /^Loading (\S+) \(first use in this chat\)(?:: ([\d.]+) MB)?$/.exec(text) ?? [];
  if (name !== undefined)
    return { type: 'loading', name, ...(megabytes !== undefined && { size: Number(megabytes) * 1e6 }) };
  const [, folder] = /^Waiting: another git command is changing (.+)$/.exec(text) ?? [];
  if (folder !== undefined) return { type: 'git-waiting', folder };
  return text === progressText({ type: 'long-document' }) ? { type: 'long-document' } : undefined;
}
