/** Markdown as text for speech: sentences without markup, URLs, code and formulas. */
import { decodeEntities } from './decode-entities.ts';
import { isKnown, type KnownToken } from './bounded-lexer.ts';
import { createTimeSlicedLexer } from './time-sliced-lexer.ts';
import { nextTask } from '#shared/next-task.ts';

/** Characters per piece; speech engines stop in the middle of longer ones. */
const maxCharacters = 220;

/** Pieces of a few sentences, one utterance each; text beyond the budget of a message is left out. */
export async function spokenPieces(markdown: string, now = () => performance.now()): Promise<string[]> {
  const lexing = createTimeSlicedLexer(now);
  let { tokens, isDone } = lexing.advance(markdown, false);
  while (!isDone) {
    await new Promise<void>((resolve) => nextTask(resolve));
    ({ tokens, isDone } = lexing.advance(markdown, false));
  }
  return tokens
    .flatMap((token) => blockToSpeech(token))
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => /[\p{L}\p{N}]/u.test(text))
    .flatMap(cutSentences);
}

function blockToSpeech(token: KnownToken): string[] {
  switch (token.type) {
    case 'code':
    case 'hr':
    case 'space':
    case 'def':
    case 'html':
      return [];
    case 'list':
      return token.items.flatMap((item) => item.tokens.filter(isKnown).flatMap(blockToSpeech));
    case 'blockquote':
      return token.tokens.filter(isKnown).flatMap(blockToSpeech);
    case 'table':
      return [token.header, ...token.rows].map((row) =>
        row.map((cell) => inlinesToSpeech(cell.tokens)).join(', '),
      );
    default:
      return [inlineToSpeech(token)];
  }
}

function inlinesToSpeech(tokens: readonly Parameters<typeof isKnown>[0][]): string {
  return tokens.filter(isKnown).map(inlineToSpeech).join('');
}

function inlineToSpeech(token: KnownToken): string {
  switch (token.type) {
    case 'text':
      return token.tokens ? inlinesToSpeech(token.tokens) : decodeEntities(token.text);
    case 'codespan':
    case 'escape':
    case 'image':
      return token.text;
    default:
      // A token without text (a break, a formula, a table) becomes a pause.
      return 'tokens' in token ? inlinesToSpeech(token.tokens) : ' ';
  }
}

function cutSentences(text: string): string[] {
  const pieces: string[] = [];
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)) {
    const last = pieces.at(-1);
    if (last !== undefined && last.length + segment.length <= maxCharacters)
      pieces.splice(-1, 1, last + segment);
    else pieces.push(segment);
  }
  return pieces.map((piece) => piece.trim());
}
