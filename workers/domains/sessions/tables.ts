/** Tables of conversations. */
import type { Message } from '#shared/conversation/message.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import type { MessageId, RunId, SessionId } from '#shared/ids.ts';
import type { Outcome } from '#shared/runs/run-event.ts';
import type { RunWork } from '#shared/runs/run-work.ts';
import type { Spent } from '#shared/runs/spent.ts';
import type { Table } from '#workers/contracts/table.ts';

/** Times in milliseconds since the epoch. */
export type RunRecord = {
  id: RunId;
  session: SessionId;
  startedAt: number;
  endedAt: number;
  outcome: Outcome;
  /** The cost of models that its tools asked, which is in no message; absent: none. */
  charged?: Spent;
  /** Absent in runs of older versions. */
  work?: RunWork;
};

declare module '../../storage/database.ts' {
  interface Schema {
    sessions: { key: SessionId; value: SessionInfo; indexes: { updated: number } };
    messages: { key: MessageId; value: Message; indexes: { session: [SessionId, number] } };
    runs: { key: RunId; value: RunRecord; indexes: { session: [SessionId, number] } };
  }
}

export const tables: readonly Table[] = [
  { name: 'sessions', since: 1, keyPath: 'id', indexes: { updated: 'updated' } },
  { name: 'messages', since: 1, keyPath: 'id', indexes: { session: ['session', 'order'] } },
  { name: 'runs', since: 1, keyPath: 'id', indexes: { session: ['session', 'startedAt'] } },
];
