/** The name of the mutex that allows one run per session across tabs. */
import type { SessionId } from '#shared/ids.ts';

/** The Web Lock that is held while a run of the session is active, in any tab. */
export function runLockName(session: SessionId): string {
  return `oneclaw-run-${session}`;
}
