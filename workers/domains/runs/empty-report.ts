/** The reports of runs that never began, apart from those of runs, whose code loads with the first run. */
import type { RunId, SessionId } from '#shared/ids.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { RunReport } from '#shared/rpc/protocol.ts';

export function failedReport(session: SessionId, run: RunId, error: ModelError): RunReport {
  return { session, run, outcome: { type: 'failed', error }, text: '', calls: [] };
}

/** For a message that was withdrawn while it was queued. */
export function stoppedReport(session: SessionId, run: RunId): RunReport {
  return { session, run, outcome: { type: 'stopped' }, text: '', calls: [] };
}
