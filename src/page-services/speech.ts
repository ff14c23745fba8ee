/** Speech synthesis, sentence by sentence, because some engines cut off long utterances. */

/** Resolves to true when everything was spoken, false if it was stopped or failed. */
export async function speak(
  pieces: readonly string[],
  language: string,
  signal: AbortSignal,
): Promise<boolean> {
  const silence = () => speechSynthesis.cancel();
  signal.addEventListener('abort', silence);
  // Cancels utterances of another answer.
  silence();
  try {
    for (const piece of pieces) {
      if (signal.aborted || !(await say(piece, language, signal))) return false;
    }
    return !signal.aborted;
  } finally {
    signal.removeEventListener('abort', silence);
  }
}

function say(text: string, language: string, signal: AbortSignal): Promise<boolean> {
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = language;
  return new Promise((resolve) => {
    utterance.addEventListener('end', () => resolve(true));
    utterance.addEventListener('error', () => resolve(false));
    signal.addEventListener('abort', () => resolve(false), { once: true });
    speechSynthesis.speak(utterance);
  });
}
