/** What a tool host runs, and how it is spoken to. */
import type { ToolHostCall } from '#workers/contracts/tool-host-protocol.ts';
import type { ToolHostPorts } from '#workers/contracts/tool-host-protocol.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import type { MessageFromToolHost } from '#workers/contracts/tool-host-protocol.ts';
import type { MessageToToolHost } from '#workers/contracts/tool-host-protocol.ts';

export type Tell = (message: MessageToToolHost, moved?: Transferable[]) => void;

export type Running = { receive(message: MessageFromToolHost): void; end(outcome: ToolOutcome): void };

export type ToolHostJob = {
  call: ToolHostCall;
  /** Built when a host is there, because ports are transferred to it. */
  ports(): ToolHostPorts;
  /** Milliseconds from the moment the host takes the call. */
  deadlineMs: number;
  /** Ends the call as `cancelled`. */
  signal: AbortSignal;
  onStart(): void;
  onProgress(text: string): void;
};
