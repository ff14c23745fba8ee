/** The code that draws messages: the first screen has none, and whoever begins to write is about to need it. */
import { createLazyView } from '../parts/lazy-view.tsx';

export const Messages = createLazyView(async () => (await import('./messages.tsx')).Messages, ['chat']);
export const TodoStrip = createLazyView(async () => (await import('./todo-strip.tsx')).TodoStrip, ['chat']);
