/** Starts a run in a new conversation, on behalf of the conversation that spawns it. */
import { newId, type SessionId } from '#shared/ids.ts';
import type { RunReport, SendInput } from '#shared/rpc/protocol.ts';
import { checkSpawn } from '#workers/domains/sessions/lineage.ts';
import { wholeSessionView, type ViewDeps } from '#workers/domains/sessions/session-view.ts';
import { carriedText } from '#workers/engine/permissions/guarded-mode/carried-text.ts';
import { failedReport } from './empty-report.ts';
import { sendMessage, type SendDeps } from './start-run.ts';
import type { RunRequest, SessionLock } from './session-lock.ts';

/** Never throws for an expected reason. */
export async function spawn(
  sent: SendInput,
  parent: SessionId,
  request: RunRequest,
  lock: SessionLock,
  deps: SendDeps & Pick<ViewDeps, 'sessions'>,
): Promise<RunReport> {
  const { sessions, journals, registry } = deps;
  const runs = { view: (id: SessionId) => lock.active(id)?.stream?.view() };
  const view = await wholeSessionView(parent, { sessions, runs, journals });
  if (!view) return refuse(sent.session, `There is no chat '${parent}' that could start another one.`);
  const fault = await checkSpawn(sent.session, parent, sessions);
  if (fault) return refuse(sent.session, fault);
  const inherited = carriedText(view.messages, registry.find);
  // The model of the parent wrote the text, perhaps as text from outside told it.
  const input: SendInput = inherited.sources.length > 0 ? { ...sent, isPlanted: true } : sent;
  return sendMessage(input, request, lock, deps, { parent, inherited });
}

function refuse(session: SessionId, detail: string): RunReport {
  return failedReport(session, newId('run'), { type: 'bad_request', detail });
}
