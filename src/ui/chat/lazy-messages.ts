/** Lazily loaded message views: not needed on the first screen, prefetched when the user begins to type. */
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';

export const Messages = createLazyView(
  async () => (await import('./messages/messages.tsx')).Messages,
  ['chat', 'calls', 'common', 'errors'],
);
export const ProcessList = createLazyView(
  async () => (await import('#src/ui/calls/process-list.tsx')).ProcessList,
  ['calls'],
);
export const TodoStrip = createLazyView(async () => (await import('./todo-strip.tsx')).TodoStrip, ['chat']);
