/** The Web Lock that makes a session have one run at a time, across all tabs. */
import type { SessionId } from '#shared/ids.ts';

/** Held while a run of the session goes on, in whatever tab. */
export function lockOf(session: SessionId): string {
  return `oneclaw-run-${session}`;
}
