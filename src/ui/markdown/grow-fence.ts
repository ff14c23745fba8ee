/** Appends to a fenced code block that is still open, without parsing it from its beginning. */
import type { KnownToken } from './bounded-lexer.ts';
import { nestedFence, openText } from './blocks/nested-fence.ts';

/**
 * Returns null if the token is not an open fence; the caller then parses it. Accepts only text before the end
 * of the block. Leaves an indented fence, whose lines lose their indentation, to the lexer.
 */
export function growFence(token: KnownToken, added: string): KnownToken | null {
  if (token.type !== 'code') return null;
  const firstEnd = token.raw.indexOf('\n');
  // The pattern ends after the fence: with the rest of the line, it would be tried for each length of a long
  // fence.
  const [fence] = /^(?:`{3,}|~{3,})/.exec(token.raw) ?? [];
  if (firstEnd < 0 || !fence) return null;
  const nested = nestedFence(token.raw + added);
  if (nested) return nested.isOpen ? { ...token, ...nested.token } : null;
  const closing = new RegExp(`(?:^|\n) {0,3}${fence}[~\`]* *(?=\n|$)`);
  const isClosed = (code: string) => closing.test(code);
  const content = token.raw.slice(firstEnd + 1);
  if (isClosed(content)) return null;
  // A closing fence may begin in the last line of what is there.
  const lastLine = content.lastIndexOf('\n') + 1;
  if (isClosed(content.slice(lastLine) + added)) return null;
  const code = content + added;
  return { ...token, raw: token.raw + added, text: openText(code) };
}
