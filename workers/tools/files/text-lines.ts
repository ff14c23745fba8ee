/** The lines of a file as they stream in, however large it is; a very long line comes in several pieces. */

/** A line over this counts as several, so that one minified file cannot fill a result. */
export const lineCharacters = 2_000;

/** Each piece with its line end, so that pieces put together are the text again. */
export async function* readPieces(
  file: Blob,
  decoder: TextDecoder,
  most = lineCharacters,
): AsyncGenerator<string> {
  let rest = '';
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      let start = 0;
      for (;;) {
        const end = rest.indexOf('\n', start);
        // Without a line end the rest may go on in the next chunk, unless it is over the length already.
        if (end < 0 && rest.length - start <= most) break;
        const cut = end >= 0 && end - start <= most ? end + 1 : safeCut(rest, start + most);
        yield rest.slice(start, cut);
        start = cut;
      }
      rest = rest.slice(start);
      if (done) break;
    }
    if (rest !== '') yield rest;
  } finally {
    await reader.cancel();
  }
}

/** Moves a cut back by one where it would split a surrogate pair. */
function safeCut(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
