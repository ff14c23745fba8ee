/** A block of code with its language, its colours and a button to copy it. */
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '#src/state/text/text.ts';
import { CopyButton } from '#src/ui/kit/copy-button.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './markdown.module.css';

/** A longer piece of code stays plain: colouring it would hold up the page. */
const mostCharacters = 12_000;
/** How often code that still grows is coloured anew. */
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
  // What was coloured already stays so; only what has come since is plain for a moment.
  if (!coloured || !text.startsWith(coloured.text)) return <code>{text}</code>;
  return (
    <code>
      {coloured.code}
      {text.slice(coloured.text.length)}
    </code>
  );
}

/** The newest piece that has its colours. The code for it comes with the first block that names a language. */
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
      // Offline before the code was ever fetched: plain text is as good to read.
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
