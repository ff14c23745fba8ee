/** What crosses between the engine and a tool host: one Comlink call, and a control port beside it. */
import type { CallId } from '../../src/shared/ids.ts';
import type { JsonObject } from '../../src/shared/json.ts';
import type { ToolErrorType } from '../../src/shared/tool.ts';
import type { NetworkRequest, NetworkResponse } from '../network/network-port.ts';

export type HostCall = {
  call: CallId;
  tool: string;
  /** Validated by the engine. */
  arguments: JsonObject;
};

/** Only what the tool declared; the handles cannot climb above their folder. */
export type HostPorts = {
  control: MessagePort;
  workspace?: FileSystemDirectoryHandle;
  /** Where the run keeps what it changes; there where the tool may write files. */
  undo?: FileSystemDirectoryHandle;
  network?: MessagePort;
  /** Where the full text of a long result goes. */
  results: FileSystemDirectoryHandle;
};

export type HostOutcome =
  { type: 'success'; result: string } | { type: 'error'; errorType: ToolErrorType; message: string };

export type HostApi = { execute(call: HostCall, ports: HostPorts): Promise<HostOutcome> };

export type MessageToHost = { type: 'abort' };
export type MessageFromHost = { type: 'taken' } | { type: 'progress'; text: string };

export type NetworkOutcome =
  | { type: 'success'; response: NetworkResponse }
  | { type: 'error'; errorType: ToolErrorType; message: string };

/** The engine's end of a network port; the host turns it into a `NetworkPort`. */
export type NetworkApi = { request(request: NetworkRequest): Promise<NetworkOutcome> };
