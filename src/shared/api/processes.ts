/** Background processes: commands that run on after their call, `api.processes`. */
import type { SessionId } from '../ids.ts';
import type { Fallible } from '../rpc/protocol.ts';

/** `interrupted`: its tab was closed or reloaded while it ran. */
export type ProcessState = 'running' | 'ended' | 'failed' | 'killed' | 'interrupted';

export type ProcessInfo = {
  /** Such as 'p1'; unique in its conversation. */
  id: string;
  /** Absent: started outside a conversation; `browser`: by an agent of the browser. */
  session?: SessionId;
  command: string;
  state: ProcessState;
  /** Only of a process that ended by itself. */
  exitCode?: string | undefined;
  /** Milliseconds since 1970. */
  startedAt: number;
  endedAt?: number | undefined;
  /** UTF-16 units printed so far. */
  printed: number;
};

/** A part of what a process printed. `offset` and `end` count UTF-16 units from its first; `end` is where to read on. */
type ProcessLog = { text: string; offset: number; end: number; state: ProcessState };

/**
 * Methods take the conversation; without one they apply to the processes that were started outside
 * of any.
 */
export type ProcessesApi = {
  /** The running processes of all conversations in this browser. */
  running(): Promise<ProcessInfo[]>;
  /** The processes of one conversation, oldest first, including those that have ended. */
  list(session?: SessionId): Promise<ProcessInfo[]>;
  /**
   * A part of the output: from `offset`, at most `limit` units; without an offset, the newest. The
   * oldest output of a long log is dropped.
   */
  log(
    id: string,
    session?: SessionId,
    part?: { offset?: number; limit?: number },
  ): Promise<Fallible<ProcessLog>>;
  /** Stops a process, in whichever tab it runs. */
  kill(id: string, session?: SessionId): Promise<Fallible<void>>;
  /** Removes a process that has ended, with its log. */
  remove(id: string, session?: SessionId): Promise<Fallible<void>>;
};
