/** Whether the drawer of the phone layout is open; the top bar opens it, the drawer closes itself. */
import { signal } from '@preact/signals';

export const isDrawerOpen = signal(false);
