/** What a tool host runs, and how it is spoken to. */
import type { SessionId } from '#shared/ids.ts';
import type {
  MessageFromToolHost,
  MessageToToolHost,
  ToolHostCall,
  ToolHostPorts,
  ToolOutcome,
} from '#workers/contracts/tool-host-protocol.ts';

export type Tell = (message: MessageToToolHost, moved?: Transferable[]) => void;

export type Running = { receive(message: MessageFromToolHost): void; end(outcome: ToolOutcome): void };

/** Code hosts are by code session and program. */
type CodeHostName = { session: SessionId; program: string };

export type ToolHostJob = {
  call: ToolHostCall;
  /** Where the full text of a long result is saved, below the results folder. */
  overflow: { folder: string; file: string };
  /** The code host that runs it; absent for a tool that runs in a tool host. */
  codeHost?: CodeHostName;
  /** It waits until no other call of its code session and program runs. */
  isExclusive?: true;
  /** What the tool is granted, as text: a used host is reused for the same tool with the same grants only. */
  grants: string;
  /**
   * Built when a host is there, because ports are transferred to it. They end when `over` aborts. `pause` stops the
   * deadline while a port waits for the user, until the function it returns is called.
   */
  ports(over: AbortSignal, pause: () => () => void): ToolHostPorts;
  /** Milliseconds from the moment the host takes the call. */
  deadlineMs: number;
  /** Ends the call as `cancelled`. */
  signal: AbortSignal;
  /** Called when it begins to wait for another call of its code session. */
  onQueue?(): void;
  onStart(): void;
  onProgress(text: string): void;
  /** How many UTF-16 units of output are passed on while it runs; then the end of them is passed on before the result. */
  outputCharacters?: number;
  /** The next piece of what a command prints. */
  onOutput(text: string): void;
  /** Called when the call begins to wait for people or for its turn; the returned function when it goes on. */
  onWait?(): () => void;
};
