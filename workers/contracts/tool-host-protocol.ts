/** What crosses between the engine and a tool host: plain messages, because a call must cost one round trip. */
import type { HostApi as PageApi } from '#shared/rpc/page-services.ts';
import type { ExecutionId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import type { OpenSchema } from '#shared/tools/schema.ts';
import type { ToolErrorType } from '#shared/tools/tool.ts';
import type { ToolContent } from './tool-content.ts';
import type { NetworkRequest, NetworkResponse } from './network-port.ts';

export type HostCall = {
  execution: ExecutionId;
  tool: string;
  /** Where the full text of a long result goes, below the results folder: a folder and a file name. */
  overflow: { folder: string; file: string };
  /** Validated by the engine. */
  arguments: JsonObject;
};

/** Only what the tool declared; the handles cannot climb above their folder. */
export type HostPorts = {
  workspace?: FileSystemDirectoryHandle;
  /** Where the run keeps what it changes; there where the tool may write files. */
  undo?: FileSystemDirectoryHandle;
  network?: MessagePort;
  /** Behind it the engine serves a `DeviceApi`. */
  device?: MessagePort;
};

export type HostOutcome =
  { type: 'success'; result: ToolContent } | { type: 'error'; errorType: ToolErrorType; message: string };

/** `message` is for the model: the faults, or why nothing is known. */
export type SchemaVerdict =
  { type: 'valid' } | { type: 'invalid'; message: string } | { type: 'unchecked'; message: string };

/** A host has one call at a time; the execution tells a late message from one of the call at hand. */
export type MessageToHost =
  /** First, once: where the full text of a long result goes. */
  | { type: 'setup'; results: FileSystemDirectoryHandle }
  | { type: 'call'; call: HostCall; ports: HostPorts }
  /** A schema from outside and what is to be checked against it; answered with `taken`, then `checked`. */
  | { type: 'validate'; execution: ExecutionId; schema: OpenSchema; values: JsonObject }
  /** The deadline has passed, or the user stopped the call. */
  | { type: 'abort'; execution: ExecutionId; reason: { errorType: ToolErrorType; message: string } };

export type MessageFromHost =
  /** The deadline runs from here. */
  | { type: 'taken'; execution: ExecutionId }
  | { type: 'progress'; execution: ExecutionId; text: string }
  | { type: 'done'; execution: ExecutionId; outcome: HostOutcome }
  | { type: 'checked'; execution: ExecutionId; verdict: SchemaVerdict };

export type NetworkOutcome =
  | { type: 'success'; response: NetworkResponse }
  | { type: 'error'; errorType: ToolErrorType; message: string };

/** The engine's end of a network port; the host turns it into a `NetworkPort`. */
export type NetworkApi = { request(request: NetworkRequest): Promise<NetworkOutcome> };

/** The page's host API, passed on by the engine; models are no tool's business. */
export type DeviceApi = Omit<PageApi, 'builtInState' | 'writeBuiltIn'>;
