/** Shows Markdown as plain text at once, and formatted as soon as the renderer is loaded. */
import type { MarkdownProps } from './formatted.tsx';
import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';

const formatted = signal<FunctionComponent<MarkdownProps> | null>(null);
let isLoading = false;

function load(): void {
  if (isLoading || formatted.value) return;
  isLoading = true;
  import('./formatted.tsx').then(
    ({ Formatted }) => (formatted.value = Formatted),
    (error: unknown) => {
      // Offline before the renderer was ever fetched: plain text; the next message tries again.
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
