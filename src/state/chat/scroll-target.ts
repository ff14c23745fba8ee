/** A message that is to be brought into sight, once its chat is on the screen. */
import { signal, type Signal } from '@preact/signals';
import type { MessageId, SessionId } from '#shared/ids.ts';

export type Jump = { session: SessionId; message: MessageId };

export function createJump(): Signal<Jump | null> {
  return signal<Jump | null>(null);
}
