/** Renders Markdown as elements block by block; HTML stays text, unchanged blocks are memoized. */
import { useMemo, useRef } from 'preact/hooks';
import { BlockToken } from './block-token.tsx';
import { emptyLexed, lexMore, type Lexed } from './lex-more.ts';
import type { KnownToken } from './cut-long.ts';
import styles from './markdown.module.css';

export type MarkdownProps = {
  text: string;
  /** The text still streams: only its end is parsed again. */
  isLive: boolean;
};

/** Blocks per group that is memoized and laid out as one, so that a delta in a long answer costs no more than in a short one. */
const partBlocks = 24;

export function Formatted({ text, isLive }: MarkdownProps) {
  const lexed = useRef<Lexed>(emptyLexed);
  lexed.current = lexMore(lexed.current, text, isLive);
  const { tokens } = lexed.current;
  const parts = Array.from({ length: Math.ceil(tokens.length / partBlocks) }, (_, at) =>
    tokens.slice(at * partBlocks, (at + 1) * partBlocks),
  );
  return (
    <div class={styles.markdown} dir="auto">
      {parts.map((part, at) => (
        <Part key={at} tokens={part} />
      ))}
    </div>
  );
}

function Part({ tokens }: { tokens: readonly KnownToken[] }) {
  const before = useRef(tokens);
  const isSame =
    before.current.length === tokens.length && tokens.every((token, at) => token === before.current[at]);
  if (!isSame) before.current = tokens;
  return useMemo(
    () => (
      <div class={styles.markdownPart}>
        {tokens.map((token, at) => (
          <KeptBlock key={at} token={token} />
        ))}
      </div>
    ),
    [before.current],
  );
}

function KeptBlock({ token }: { token: KnownToken }) {
  // Compares raw text, not token identity: the last tokens are parsed again with every delta.
  return useMemo(() => <BlockToken token={token} />, [token.type, token.raw]);
}
