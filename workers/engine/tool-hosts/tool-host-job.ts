/** The job of a tool host, and the types of its messages. */
import type { SessionId } from '#shared/ids.ts';
import type { EngineControl } from '#workers/contracts/tool-source.ts';
import type {
  MessageFromToolHost,
  MessageToToolHost,
  ToolHostCall,
  ToolHostPorts,
  ToolOutcome,
} from '#workers/contracts/tool-host-protocol.ts';

export type PostToHost = (message: MessageToToolHost, moved?: Transferable[]) => void;

export type Running = { receive(message: MessageFromToolHost): void; end(outcome: ToolOutcome): void };

/** A code host belongs to one code session and one program. */
type CodeHostName = { session: SessionId; program: string };

export type ToolHostJob = {
  call: ToolHostCall;
  /** Where the full text of a long result is saved, below the results folder. */
  overflow: { folder: string; file: string };
  /** The code host that runs it; absent for a tool that runs in a tool host. */
  codeHost?: CodeHostName;
  /** The call waits until no other call of its code session and program runs. */
  isExclusive?: true;
  /**
   * The granted capabilities and permissions as text: a used host is reused only for the same tool with the
   * same grants.
   */
  grants: string;
  /**
   * Creates the ports once a host is available, because they are transferred to it. They close when `over`
   * aborts. `pause` pauses the deadline until the function it returns is called, while a port waits for the
   * user.
   */
  ports(over: AbortSignal, pause: () => () => void): ToolHostPorts;
  /** Milliseconds from the moment the host takes the call. */
  deadlineMs: number;
  /** For a tool that runs in the engine: see `EngineControl`. */
  findTools?: EngineControl['findTools'];
  /** Ends the call as `cancelled`. */
  signal: AbortSignal;
  /** Called when the call must wait for another call of its code session. */
  onQueue?(): void;
  onStart(): void;
  onProgress(text: string): void;
  /**
   * Maximum UTF-16 units of output emitted while the call runs. If set, the buffered end is emitted before
   * the result.
   */
  outputCharacters?: number;
  /** Called with the next piece of the command's output. */
  onOutput(text: string): void;
  /**
   * Called when the call starts to wait for the user or for a lock; the returned function is called when it
   * continues.
   */
  onWait?(): () => void;
};
