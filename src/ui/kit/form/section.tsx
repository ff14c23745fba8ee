/** A titled section of a page. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

type SectionProps = {
  title: string;
  /** Names the section without a heading, where the screen has the same one. */
  isTitleHidden?: boolean;
  hint?: string;
  children: ComponentChildren;
};

export function Section({ title, isTitleHidden = false, hint, children }: SectionProps) {
  const id = useId();
  return (
    <section class="section" {...(isTitleHidden ? { 'aria-label': title } : { 'aria-labelledby': id })}>
      {!isTitleHidden && <h2 id={id}>{title}</h2>}
      {hint && <p class="hint">{hint}</p>}
      {children}
    </section>
  );
}
