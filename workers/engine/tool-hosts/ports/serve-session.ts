/** Serves the stored state of the conversation's shell and interpreters to a code tool. */
import type { SessionId } from '#shared/ids.ts';
import type { SessionApi } from '#workers/contracts/tool-host-protocol.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { CodeSessions } from '#workers/storage/code-sessions.ts';
import { checkText } from './check-form.ts';
import { fallible, servePort } from './serve-port.ts';

export function serveSession(
  sessions: Pick<CodeSessions, 'read' | 'write'>,
  session: SessionId,
  over: AbortSignal,
): MessagePort {
  const api: SessionApi = {
    read: (name) =>
      fallible(async () => {
        checkText(name, 'name of a state');
        return sessions.read(session, name);
      }),
    write: (name, text) =>
      fallible(async () => {
        checkText(name, 'name of a state');
        checkText(text, 'text of a state');
        if (name === 'processes')
          throw new ToolError('permission_denied', `The state '${name}' is the engine's.`);
        // A killed command leaves the state as it was before.
        over.throwIfAborted();
        await sessions.write(session, name, text);
      }),
  };
  return servePort(api, over);
}
