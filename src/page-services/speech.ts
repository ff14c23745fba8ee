/** Text read aloud by the browser, sentence by sentence: one long piece is cut off by some engines. */

/** Resolves true where all was said, false where it was stopped or could not be. */
export async function speak(
  pieces: readonly string[],
  language: string,
  signal: AbortSignal,
): Promise<boolean> {
  const silence = () => speechSynthesis.cancel();
  signal.addEventListener('abort', silence);
  // What another answer left in the line.
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
