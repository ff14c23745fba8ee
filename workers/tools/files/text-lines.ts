/** Reads the lines of a file of any size as a stream; a very long line comes in several pieces. */

/** A longer line counts as several lines, so that one line of a minified file cannot fill a result. */
const lineCharacters = 2_000;

/**
 * Each piece includes its line ending, so that the joined pieces are the text again. Many pieces come at a
 * time, because each wait takes time.
 */
export async function* readPieces(
  file: Blob,
  decoder: TextDecoder,
  most = lineCharacters,
): AsyncGenerator<string[]> {
  const cutter = createCutter(most);
  const reader = file.stream().getReader();
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read())
      yield cutter.add(decoder.decode(chunk.value, { stream: true }));
    yield cutter.end(decoder.decode());
  } finally {
    await reader.cancel();
  }
}

/** Like `readPieces`, for a text in memory. */
export function cutPieces(text: string, most = lineCharacters): string[] {
  return createCutter(most).end(text);
}

function createCutter(most: number) {
  let rest = '';
  const add = (text: string): string[] => {
    const pieces: string[] = [];
    const all = rest + text;
    let start = 0;
    for (;;) {
      const end = all.indexOf('\n', start);
      // Without a line ending, the line may continue in the next chunk, unless it already exceeds the length.
      if (end < 0 && all.length - start <= most) break;
      const cut = end >= 0 && end - start <= most ? end + 1 : safeCut(all, start + most);
      pieces.push(all.slice(start, cut));
      start = cut;
    }
    rest = all.slice(start);
    return pieces;
  };
  return {
    add,
    end(text: string): string[] {
      const pieces = add(text);
      return rest === '' ? pieces : [...pieces, rest];
    },
  };
}

/** Moves a cut back by one where it would split a surrogate pair. */
function safeCut(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
