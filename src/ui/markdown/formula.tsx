/** A formula as the browser's own MathML; as it was written until it is laid out, and where it cannot be. */
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
    // Another formula gets another element: what is in this one is no longer Preact's.
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
    // Temml: TeX to elements of MathML; they need no fonts of their own, and no HTML in a string.
    const { default: temml } = await import('temml');
    const root = document.createElement('span');
    temml.render(text, root, { displayMode, throwOnError: true, maxSize: [40, 40] });
    return [...root.childNodes];
  } catch (error) {
    // Not TeX after all, or the code for it was never fetched: what was written can be read.
    console.warn(error);
    return null;
  }
}
