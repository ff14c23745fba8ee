/** Markdown as text at once, and formatted as soon as the code for that is there. */
import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';

export type MarkdownProps = {
  text: string;
  /** More is coming: only the end is parsed again. */
  isLive: boolean;
};

const formatted = signal<FunctionComponent<MarkdownProps> | null>(null);
let isLoading = false;

function load(): void {
  if (isLoading || formatted.value) return;
  isLoading = true;
  import('./formatted.tsx').then(
    ({ Formatted }) => (formatted.value = Formatted),
    (error: unknown) => {
      // Offline before the code was ever fetched: the plain text stays readable, the next message tries again.
      console.warn(error);
      isLoading = false;
    },
  );
}

export function Markdown(props: MarkdownProps) {
  useEffect(load, []);
  const Formatted = formatted.value;
  return Formatted ? <Formatted {...props} /> : <p class="plain-text">{props.text}</p>;
}
