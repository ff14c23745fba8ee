/**
 * Which parts of the shell are open: the drawer of phones, the search over all chats, the menu of one chat.
 */
import { signal } from '@preact/signals';
import type { SessionId } from '#shared/ids.ts';

/** The top bar opens it, the drawer closes itself. */
export const isDrawerOpen = signal(false);

/** Empty: the list of chats is shown instead of results. */
export const searchText = signal('');

/** The list opens it at the height `top` (pixels from the top of the window), the menu closes itself. */
export const menuOf = signal<{ session: SessionId; top: number } | null>(null);
