/** Shares a text with another app through the share sheet of the system (Web Share API). */

export const canShare = typeof navigator.share === 'function';

/** Resolves also if the user cancels; rejects if the system refuses. */
export async function shareText(text: string): Promise<void> {
  try {
    await navigator.share({ text });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}
