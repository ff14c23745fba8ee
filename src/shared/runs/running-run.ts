/** A summary of the active runs: chat, start, and current state of each; folded from run events. */
import type { AgentId, CallId, RunId, SessionId } from '../ids.ts';
import type { SessionEvent } from './run-event.ts';

export type RunningRun = {
  run: RunId;
  session: SessionId;
  /** Absent in journals of older versions. */
  agent?: AgentId;
  startedAt: number;
  /** The newest event folded in; older ones are ignored. */
  seq: number;
  /** Its calls without a result, in the order of the reply. */
  calls: readonly { id: CallId; name: string }[];
  /** `waiting`: for the user's decision, after its tab died. `retrying`: after a rate limit or overload. */
  state: 'working' | 'retrying' | 'waiting';
};

/** Adds a run at its start and removes it at its end; ignores runs whose start was not seen. */
export function foldRunning(runs: readonly RunningRun[], event: SessionEvent): readonly RunningRun[] {
  const known = runs.find(({ run }) => run === event.run);
  if (event.type === 'run-start') return known ? runs : [...runs, startOf(event)];
  if (!known || event.seq <= known.seq) return runs;
  if (event.type === 'run-end') return runs.filter((each) => each !== known);
  const next = { ...known, seq: event.seq, ...changeOf(known, event) };
  return runs.map((each) => (each === known ? next : each));
}

function startOf({ run, session, seq, at, plan }: SessionEvent & { type: 'run-start' }): RunningRun {
  return {
    ...{ run, session, seq, startedAt: at },
    ...(plan ? { agent: plan.agent } : {}),
    calls: [],
    state: 'working',
  };
}

function changeOf({ calls }: RunningRun, event: SessionEvent): Partial<RunningRun> {
  switch (event.type) {
    case 'tool-call':
      return { calls: [...calls, { id: event.call, name: event.name }], state: 'working' };
    case 'tool-end':
      return { calls: calls.filter(({ id }) => id !== event.call) };
    case 'step-start':
    case 'step-restart':
      return { calls: [], state: 'working' };
    case 'step-retry':
      return { state: 'retrying' };
    case 'run-wait':
      return { state: 'waiting' };
    case 'text-delta':
    case 'reasoning-delta':
    case 'run-resume':
      return { state: 'working' };
    default:
      return {};
  }
}
