/** Shows Markdown as plain text at once, and formatted as soon as the renderer is loaded. */
import type { MarkdownProps } from './formatted.tsx';
import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';

const formatted = signal<FunctionComponent<MarkdownProps> | null>(null);
/** Characters shown until the renderer is loaded: a browser lays out a whole paragraph in one task. */
const firstCharacters = 4_000;
const isPlain = signal(false);
let isLoading = false;

function load(): void {
  if (isLoading || formatted.value) return;
  isLoading = true;
  isPlain.value = false;
  import('./formatted.tsx').then(
    ({ Formatted }) => (formatted.value = Formatted),
    (error: unknown) => {
      // Offline before the renderer was ever loaded: shows plain text; the next message tries again.
      console.warn(error);
      isLoading = false;
      isPlain.value = true;
    },
  );
}

export function Markdown(props: MarkdownProps) {
  useEffect(load, []);
  const Formatted = formatted.value;
  if (Formatted) return <Formatted {...props} />;
  return <p class="plain-text">{isPlain.value ? props.text : props.text.slice(0, firstCharacters)}</p>;
}
