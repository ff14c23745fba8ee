/** The messages between the engine and a tool host: plain ones, so that a call costs one round trip. */
import type { PageServices } from '#shared/rpc/page-services.ts';
import type { ExecutionId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import type { OpenSchema } from '#shared/tools/schema.ts';
import type { ToolErrorType } from '#shared/tools/tool.ts';
import type { ToolContent } from './tool-content.ts';
import type { ToolFailure } from './tool-error.ts';
import type { NetworkRequest, NetworkResponse } from './network-port.ts';

export type ToolHostCall = {
  execution: ExecutionId;
  tool: string;
  /** Where the full text of a long result is saved, below the results folder. */
  overflow: { folder: string; file: string };
  /** Validated by the engine. */
  arguments: JsonObject;
};

/** Only what the tool declared; a handle does not reach above its folder. */
export type ToolHostPorts = {
  workspace?: FileSystemDirectoryHandle;
  /** The folder of the run's undo records; present if the tool may write files. */
  undo?: FileSystemDirectoryHandle;
  network?: MessagePort;
  /** Behind it the engine serves a `DeviceApi`. */
  device?: MessagePort;
};

export type ToolOutcome = { type: 'success'; result: ToolContent } | ToolFailure;

/** `message` is for the model: the faults, or why the values could not be checked. */
export type SchemaVerdict =
  { type: 'valid' } | { type: 'invalid'; message: string } | { type: 'unchecked'; message: string };

/** A host runs one call at a time; `execution` tells a late message of an earlier call apart. */
export type MessageToToolHost =
  /** First, once: the folder for the full text of long results. */
  | { type: 'setup'; results: FileSystemDirectoryHandle }
  | { type: 'call'; call: ToolHostCall; ports: ToolHostPorts }
  /** The schema of an external tool, and values to validate; answered with `taken`, then `checked`. */
  | { type: 'validate'; execution: ExecutionId; schema: OpenSchema; values: JsonObject }
  /** The deadline has passed, or the user stopped the call. */
  | { type: 'abort'; execution: ExecutionId; reason: { errorType: ToolErrorType; message: string } };

export type MessageFromToolHost =
  /** The deadline starts now. */
  | { type: 'taken'; execution: ExecutionId }
  | { type: 'progress'; execution: ExecutionId; text: string }
  | { type: 'done'; execution: ExecutionId; outcome: ToolOutcome }
  | { type: 'checked'; execution: ExecutionId; verdict: SchemaVerdict };

export type NetworkOutcome = { type: 'success'; response: NetworkResponse } | ToolFailure;

/** The engine's end of a network port; the host turns it into a `NetworkPort`. */
export type NetworkApi = { request(request: NetworkRequest): Promise<NetworkOutcome> };

/** The page services for tools, passed on by the engine; without the browser's model. */
export type DeviceApi = Omit<PageServices, 'builtInState' | 'writeBuiltIn'>;
