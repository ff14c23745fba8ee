/** Turns Markdown into elements, block by block: HTML in it stays text, and a block that did not change is kept. */
import { useMemo, useRef } from 'preact/hooks';
import type { MarkedToken } from 'marked';
import { BlockToken } from './block-token.tsx';
import { emptyLexed, lexMore, type Lexed } from './lex-more.ts';
import type { MarkdownProps } from './markdown.tsx';
import '../styles/markdown.css';

export function Formatted({ text, isLive }: MarkdownProps) {
  const lexed = useRef<Lexed>(emptyLexed);
  lexed.current = lexMore(lexed.current, text, isLive);
  return (
    <div class="markdown">
      {lexed.current.tokens.map((token, at) => (
        <KeptBlock key={at} token={token} />
      ))}
    </div>
  );
}

function KeptBlock({ token }: { token: MarkedToken }) {
  // The raw text decides, not the token: the last ones are parsed anew with every delta.
  return useMemo(() => <BlockToken token={token} />, [token.type, token.raw]);
}
