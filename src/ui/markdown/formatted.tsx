/** Renders Markdown as elements block by block; HTML stays text, unchanged blocks are memoized. */
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { BlockToken } from './tokens.tsx';
import { GrowingContext } from './code-block.tsx';
import { EditionContext } from './edition.ts';
import { FolderContext } from './folder-context.ts';
import { withoutHalfWritten } from './half-written.ts';
import { createTimeSlicedLexer } from './time-sliced-lexer.ts';
import type { KnownToken } from './bounded-lexer.ts';
import { nextTask } from '#shared/next-task.ts';
import { createRenderBudget, MessageBudgetContext, RenderBudgetContext } from './renderer/render-budget.ts';
import styles from './markdown.module.css';

export type MarkdownProps = {
  text: string;
  /** The text still streams: only its end is parsed again. */
  isLive: boolean;
  /** The folder that paths in the text start from, '' for the workspace; without it, no file of it is shown. */
  folder?: string;
};

/**
 * Blocks and characters per group that is memoized and laid out as one, so that a delta in a long answer costs no more
 * than in a short one.
 */
const partBlocks = 24;
const partCharacters = 3_000;

export function Formatted({ text: whole, isLive, folder }: MarkdownProps) {
  const text = isLive ? withoutHalfWritten(whole) : whole;
  const shared = useContext(MessageBudgetContext);
  const [budget] = useState(() => shared ?? createRenderBudget());
  const [lexing] = useState(() => createTimeSlicedLexer(() => performance.now(), budget));
  const [round, setRound] = useState(0);
  const { tokens, isDone, edition } = lexing.advance(text, isLive);
  const lexedAt = performance.now();
  // The time to render counts for the budget, too. For a streaming text it is not limited.
  useLayoutEffect(() => {
    if (!isLive) lexing.addRenderTime(performance.now() - lexedAt);
  }, [round, text]);
  useEffect(() => (isDone ? undefined : nextTask(() => setRound(round + 1))), [isDone, round, text]);
  const parts = partsOf(tokens);
  return (
    <RenderBudgetContext.Provider value={budget}>
      <EditionContext.Provider value={edition}>
        <FolderContext.Provider value={folder ?? null}>
          <div class={styles.markdown}>
            {parts.map((part, at) => (
              <Part key={at} tokens={part} isGrowing={(isLive || !isDone) && at === parts.length - 1} />
            ))}
          </div>
        </FolderContext.Provider>
      </EditionContext.Provider>
    </RenderBudgetContext.Provider>
  );
}

/** Divided from the front, so that a part stays the same while the text grows. */
function partsOf(tokens: readonly KnownToken[]): KnownToken[][] {
  const parts: KnownToken[][] = [];
  let characters = Infinity;
  for (const token of tokens) {
    // These tokens are not visible.
    if (token.type === 'space' || token.type === 'def') continue;
    const last = parts.at(-1);
    if (last && last.length < partBlocks && characters < partCharacters) last.push(token);
    else {
      parts.push([token]);
      characters = 0;
    }
    characters += token.raw.length;
  }
  return parts;
}

function Part({ tokens, isGrowing }: { tokens: readonly KnownToken[]; isGrowing: boolean }) {
  const before = useRef(tokens);
  const isSame =
    before.current.length === tokens.length && tokens.every((token, at) => token === before.current[at]);
  if (!isSame) before.current = tokens;
  return useMemo(
    () => (
      <div class={styles.markdownPart}>
        {tokens.map((token, at) => (
          <KeptBlock key={at} token={token} isGrowing={isGrowing && at === tokens.length - 1} />
        ))}
      </div>
    ),
    [before.current, isGrowing],
  );
}

function KeptBlock({ token, isGrowing }: { token: KnownToken; isGrowing: boolean }) {
  const edition = useContext(EditionContext);
  // Compares raw text, not token identity: the last tokens are parsed again with every delta.
  return useMemo(
    () => (
      <GrowingContext.Provider value={isGrowing}>
        <BlockToken token={token} />
      </GrowingContext.Provider>
    ),
    [token.type, token.raw, isGrowing, edition],
  );
}
