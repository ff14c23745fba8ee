/** Whose menu is open, and beside which button; the list opens it, the menu closes itself. */
import { signal } from '@preact/signals';
import type { SessionId } from '#shared/ids.ts';

export const menuOf = signal<{ session: SessionId; top: number } | null>(null);
