/** The code of runs with what it uses of the engine; loaded with the first run, or with an unfinished one. */
import type { Executor } from '#workers/engine/calls/executor.ts';
import type { Core } from '#workers/engine/core.ts';
import type { CallLog } from '../activity/call-log.ts';
import type { TitleSwitch } from '../sessions/title-switch.ts';
import { createMessageQueue } from './message-queue.ts';
import { runCode, type RunDeps } from './run-code.ts';
import type { PlanDeps } from './run-plan.ts';
import type { LoadedRuns } from './runs.ts';
import type { WaitingSends } from './waiting-sends.ts';
import { writeTitle } from './write-title.ts';

export type ConnectRunsNeeds = Pick<
  RunDeps,
  'sessions' | 'spending' | 'readDocument' | 'openUserFiles' | 'tell'
> & {
  titleSwitch: TitleSwitch;
  updateSearchSoon(): void;
  wake(): Promise<void>;
};

export type RunPath = { executor: Executor; callLog: CallLog };

/** `own`: what the domain itself has started. */
export function connectRuns(
  core: Core,
  engine: ConnectRunsNeeds,
  path: RunPath,
  own: PlanDeps & { waitingSends: WaitingSends },
): LoadedRuns {
  const { bus, folders } = core;
  const { sessions, spending, titleSwitch, updateSearchSoon, wake } = engine;
  const deps: RunDeps = {
    ...{ ...core, ...engine, ...path, ...own, journals: folders.journal },
    queue: createMessageQueue(own.waitingSends, bus),
    onFileAdded: (file) => bus.post({ type: 'changed', kind: 'files', ids: [file] }),
    onEnded() {
      void path.callLog.written();
      updateSearchSoon();
      // The run may be the resumed run of a task, whose result is to be stored.
      wake().catch(console.error);
    },
    onCompleted: (session, plan) => {
      writeTitle(session, plan, { bus, sessions, spending, titleSwitch }).catch(console.warn);
    },
  };
  return { code: runCode, deps };
}
