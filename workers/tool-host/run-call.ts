/** Runs one tool call inside a tool host: builds the context it declared, and turns every end into an outcome. */
// Comlink carries the network port, as it carries every call between our threads.
import { wrap } from 'comlink';
import type { Fallible } from '#shared/rpc/protocol.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { messageOf } from '#shared/message-of.ts';
import type {
  DeviceApi,
  HostCall,
  HostOutcome,
  HostPorts,
  NetworkApi,
} from '#workers/contracts/tool-host-protocol.ts';
import type { NetworkPort } from '#workers/contracts/network-port.ts';
import { createUndoRecorder } from '#workers/storage/undo/undo-recorder.ts';
import { noRecorder, type ChangeRecorder } from '#workers/storage/workspace/change-recorder.ts';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';
import type { WriteLock } from '#workers/storage/workspace/workspace-locks.ts';
import type { DevicePort } from '#workers/contracts/device-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { Tool } from '#workers/tools/tool.ts';
import { capResult } from './cap-result.ts';

/** What the entry keeps for every call. */
export type HostMeans = { lock: WriteLock; results: FileSystemDirectoryHandle };

export async function runCall(
  tool: Tool,
  { call, ports }: { call: HostCall; ports: HostPorts },
  { lock, results }: HostMeans,
  control: { signal: AbortSignal; progress(text: string): void },
): Promise<HostOutcome> {
  const recorder = ports.undo ? createUndoRecorder(ports.undo) : noRecorder;
  try {
    const context = { ...control, ...grantPorts(tool, ports, lock, recorder) };
    const content = await tool.execute(call.arguments, context);
    return { type: 'success', result: await capResult(content, call.overflow, results) };
  } catch (error) {
    return explain(error);
  } finally {
    recorder.close();
    ports.network?.close();
    ports.device?.close();
  }
}

/** The capabilities of the definition decide; a port that was not declared does not exist in the context. */
function grantPorts(
  tool: ToolDefinition,
  ports: HostPorts,
  lock: WriteLock,
  recorder: ChangeRecorder,
): Record<string, unknown> {
  const granted: Record<string, unknown> = {};
  if (ports.workspace) {
    const files = createWorkspace(ports.workspace, lock, recorder);
    const { read, stat, list, walk } = files;
    granted.files = tool.capabilities.includes('files.write') ? files : { read, stat, list, walk };
  }
  if (ports.network) granted.network = createNetworkPort(ports.network);
  if (ports.device) granted.device = createDevicePort(ports.device);
  return granted;
}

function createNetworkPort(port: MessagePort): NetworkPort {
  const remote = wrap<NetworkApi>(port);
  return {
    request: async (request) => {
      const outcome = await remote.request(request);
      if (outcome.type === 'error') throw new ToolError(outcome.errorType, outcome.message);
      return outcome.response;
    },
  };
}

function createDevicePort(port: MessagePort): DevicePort {
  const remote = wrap<DeviceApi>(port);
  return {
    locate: async (accuracy) => unwrap(await remote.locate(accuracy)),
    notify: async (notice) => unwrap(await remote.notify(notice)),
    readClipboard: async () => unwrap(await remote.readClipboard()),
    writeClipboard: async (text) => unwrap(await remote.writeClipboard(text)),
    screen: async () => unwrap(await remote.screen()),
  };
}

function unwrap<T>(answer: Fallible<T>): T {
  if (!answer.ok) throw new ToolError(answer.error.type, answer.error.message);
  return answer.value;
}

/** The message goes to the model; a stack never does. */
function explain(error: unknown): HostOutcome {
  if (error instanceof ToolError) return { type: 'error', errorType: error.type, message: error.message };
  const message = messageOf(error);
  return {
    type: 'error',
    errorType: 'execution_error',
    message: `Tool execution failed: ${message || 'unknown error'}`,
  };
}
