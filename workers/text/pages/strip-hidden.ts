/**
 * Removes characters that models read but people do not see from external text, because they can smuggle in
 * instructions.
 */

/**
 * Control characters except tab and line feed, soft hyphens, zero-width and bidirectional characters, tag
 * characters.
 */
const hidden =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/**
 * Zero-width joiners and non-joiners stay, because scripts such as Persian, and emoji, are written with them.
 */
export function stripHidden(text: string): string {
  return text.replaceAll(hidden, '');
}
