/** What crosses between the engine and a tool host: one Comlink call, and a control port beside it. */
import type { HostApi as PageApi } from '../../src/shared/host-api.ts';
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
  network?: MessagePort;
  /** Behind it the engine serves a `DeviceApi`. */
  device?: MessagePort;
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

/** The page's host API, passed on by the engine. */
export type DeviceApi = PageApi;
