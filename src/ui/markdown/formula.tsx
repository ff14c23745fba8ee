/** A formula as MathML; its TeX source is shown until it is rendered, and if it cannot be. */
import { useEffect, useRef } from 'preact/hooks';
import type { MathToken } from './math-tokens.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './markdown.module.css';

export function Formula({ token: { raw, text, isDisplay } }: { token: MathToken }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = place.current;
    let isHere = true;
    void layOut(text, isDisplay).then((nodes) => isHere && nodes && element?.replaceChildren(...nodes));
    return () => void (isHere = false);
  }, [raw]);
  return (
    // A changed formula gets a new element: Temml, not Preact, filled this one.
    <span
      key={raw}
      ref={place}
      class={isDisplay ? classNames(styles.formula, styles.display) : styles.formula}
    >
      {raw.trim()}
    </span>
  );
}

async function layOut(text: string, displayMode: boolean): Promise<ChildNode[] | null> {
  try {
    // Temml renders TeX as MathML elements: no fonts to fetch, no HTML strings.
    const { default: temml } = await import('temml');
    const root = document.createElement('span');
    temml.render(text, root, { displayMode, throwOnError: true, maxSize: [40, 40] });
    return [...root.childNodes];
  } catch (error) {
    // Not valid TeX, or offline before Temml was ever fetched: the source stays readable.
    console.warn(error);
    return null;
  }
}
