/** A text with ANSI colours as spans; the colours are those of the theme. */
import { useMemo } from 'preact/hooks';
import { ansiSpans } from './ansi-spans.ts';
import styles from './coloured-text.module.css';

export function ColouredText({ text }: { text: string }) {
  const spans = useMemo(() => ansiSpans(text), [text]);
  return (
    <>
      {spans.map(({ text: piece, colour, background, style = {}, decorations }, at) => (
        <span
          key={at}
          class={styles.piece}
          data-decorations={decorations.join(' ') || undefined}
          data-colour={colour}
          data-background={background}
          style={style}
        >
          {piece}
        </span>
      ))}
    </>
  );
}
