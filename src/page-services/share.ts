/** Hands a text to another app by the system's own sheet. */

export const canShare = typeof navigator.share === 'function';

/** Resolves also where the user thought better of it; rejects where the system refused. */
export async function shareText(text: string): Promise<void> {
  try {
    await navigator.share({ text });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}
