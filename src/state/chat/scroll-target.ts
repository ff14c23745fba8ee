/** The message to scroll to once its chat is shown, such as a search hit. */
import { signal, type Signal } from '@preact/signals';
import type { MessageId, SessionId } from '#shared/ids.ts';

export type ScrollTarget = { session: SessionId; message: MessageId };

export function createScrollTarget(): Signal<ScrollTarget | null> {
  return signal<ScrollTarget | null>(null);
}
