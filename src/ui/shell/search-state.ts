/** What is looked for in all chats; empty: the list is shown. */
import { signal } from '@preact/signals';

export const searchText = signal('');
