/** A block of code with its language, its colours and a button to copy it. */
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '#src/state/text/text.ts';
import { CopyButton } from '#src/ui/kit/copy-button.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './markdown.module.css';

/** Characters; longer code stays plain, because highlighting it would block the page. */
const mostCharacters = 12_000;
/** Throttle: highlighting interval of code that still streams. */
const growingMs = 250;

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

type Coloured = { text: string; code: VNode };

function ColouredCode({ text, language }: { text: string; language: string }) {
  const coloured = useColoured(text, language);
  // The highlighted part is kept; only what has come since is plain until the next interval.
  if (!coloured || !text.startsWith(coloured.text)) return <code>{text}</code>;
  return (
    <code>
      {coloured.code}
      {text.slice(coloured.text.length)}
    </code>
  );
}

/** The latest highlighted part. The highlighter is fetched with the first block that names a language. */
function useColoured(text: string, language: string): Coloured | null {
  const done = useSignal<Coloured | null>(null);
  const latest = useRef(text);
  latest.current = text;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  async function colour(): Promise<void> {
    try {
      const { colourCode } = await import('./colour-code.tsx');
      const code = colourCode(latest.current, language);
      done.value = code && { text: latest.current, code };
    } catch (error) {
      // Offline before the highlighter was ever fetched: the code stays plain.
      console.warn(error);
    }
    timer.current = undefined;
  }

  useEffect(() => {
    const isDone = done.peek()?.text === text;
    if (!language || isDone || timer.current !== undefined || text.length > mostCharacters) return;
    timer.current = setTimeout(() => void colour(), done.peek() ? growingMs : 0);
  }, [text, language]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return done.value;
}
