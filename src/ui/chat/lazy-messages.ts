/** The code that draws messages: the first screen has none, and whoever begins to write is about to need it. */
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';

export const Messages = createLazyView(
  async () => (await import('./messages/messages.tsx')).Messages,
  ['chat', 'calls', 'errors'],
);
export const TodoStrip = createLazyView(async () => (await import('./todo-strip.tsx')).TodoStrip, ['chat']);
