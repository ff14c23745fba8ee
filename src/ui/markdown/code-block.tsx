/** A block of code with its language, its colours and a button to copy it. */
import { createContext } from 'preact';
import { useContext, useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '#src/state/text/text.ts';
import { CopyButton } from '#src/ui/kit/copy-button.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import { createCodeText, type CodeText } from './code-text.ts';
import { RenderBudgetContext } from './renderer/render-budget.ts';
import { colour } from './renderer/renderer.ts';
import styles from './markdown.module.css';

/** Characters; longer code stays plain. */
const maxCharacters = 12_000;

/** True inside the block of a streaming text that may still grow. */
export const GrowingContext = createContext(false);

export function CodeBlock({ text, language }: { text: string; language: string }) {
  const [name = ''] = language.split(/\s/, 1);
  return (
    <div class={name ? styles.codeBlock : classNames(styles.codeBlock, styles.plain)}>
      <div class={styles.codeHead}>
        <span>{name}</span>
        <CopyButton text={text} label={t('markdown.copy-code')} />
      </div>
      <pre tabIndex={0}>
        <ColouredCode text={text} language={name.toLowerCase()} />
      </pre>
    </div>
  );
}

function ColouredCode({ text, language }: { text: string; language: string }) {
  const place = useRef<HTMLElement>(null);
  const code = useRef<CodeText | null>(null);
  const budget = useContext(RenderBudgetContext);
  const isGrowing = useContext(GrowingContext);

  useLayoutEffect(() => {
    if (!place.current) return;
    code.current ??= createCodeText(place.current);
    code.current.show(text);
  }, [text]);
  useEffect(() => () => code.current?.stop(), []);

  useEffect(() => {
    if (!language || isGrowing || text.length > maxCharacters) return;
    const leaving = new AbortController();
    void colour(text, language, budget, leaving.signal).then((runs) => {
      if (runs && !leaving.signal.aborted) code.current?.colour(runs);
    });
    return () => leaving.abort();
  }, [text, language, isGrowing]);

  return <code ref={place} />;
}
