/** Background processes, as the engine's calls and tools use them; `workers/domains/processes` implements it. */
import type { ProcessesApi } from '#shared/api/processes.ts';
import type { SessionId } from '#shared/ids.ts';
import type { ToolOutcome } from './tool-host-protocol.ts';

/** The facts about a process that its job does not contain. */
export type ProcessFacts = {
  /** Its code session. */
  session: SessionId;
  /** The command line, as the user reads it. */
  command: string;
  /** Called once it is over. */
  onEnd(): void;
};

/** `Job`: a call of a code tool. */
export type Processes<Job> = ProcessesApi & {
  /** Starts the job in a host of its own and returns at once, with a result that names the process. */
  start(job: Job, facts: ProcessFacts): Promise<ToolOutcome>;
  /** Kills what runs for a conversation that is being deleted. */
  endAll(session: SessionId): Promise<void>;
};
