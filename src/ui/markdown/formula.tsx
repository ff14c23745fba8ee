/** A formula as MathML; its TeX source is shown until it is laid out, and if it cannot be. */
import { useContext, useEffect, useRef } from 'preact/hooks';
import type { MathElement } from '#shared/rendering/renderer-protocol.ts';
import type { MathToken } from './math-tokens.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import { RenderBudgetContext } from './renderer/render-budget.ts';
import { layOut } from './renderer/renderer.ts';
import styles from './markdown.module.css';

export function Formula({ token: { raw, text, isDisplay } }: { token: MathToken }) {
  const place = useRef<HTMLSpanElement>(null);
  const budget = useContext(RenderBudgetContext);
  useEffect(() => {
    const leaving = new AbortController();
    const element = place.current;
    void layOut(text, isDisplay, budget, leaving.signal).then((math) => {
      if (math && !leaving.signal.aborted) element?.replaceChildren(toElement(math));
    });
    return () => leaving.abort();
  }, [raw]);
  return (
    // A changed formula gets a new element: this one was filled without Preact.
    <span
      key={raw}
      ref={place}
      class={isDisplay ? classNames(styles.formula, styles.display) : styles.formula}
      dir="ltr"
    >
      {raw.trim()}
    </span>
  );
}

function toElement({ tag, attributes, style, classes, children }: MathElement): MathMLElement {
  const element = document.createElementNS('http://www.w3.org/1998/Math/MathML', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  for (const [name, value] of Object.entries(style)) Reflect.set(element.style, name, value);
  if (classes.length > 0) element.setAttribute('class', classes.join(' '));
  element.append(...children.map((child) => (typeof child === 'string' ? child : toElement(child))));
  return element;
}
