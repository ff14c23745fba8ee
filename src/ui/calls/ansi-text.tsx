/** Terminal output with its colours; the code that parses colours loads with the first of them. */
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';
import { withoutOverwritten } from './overwritten.ts';

const ColouredText = createLazyView(async () => (await import('./coloured-text.tsx')).ColouredText, []);

export function AnsiText({ text }: { text: string }) {
  const shown = withoutOverwritten(text);
  return shown.includes('\u001b') ? <ColouredText text={shown} /> : <>{shown}</>;
}
