/** Runs one tool call inside a tool host: grants the declared capabilities, and turns a result or an error into an outcome. */
// Comlink: typed calls over the network and device ports.
import { wrap } from 'comlink';
import type { Fallible } from '#shared/rpc/protocol.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type {
  DeviceApi,
  ToolHostCall,
  ToolOutcome,
  ToolHostPorts,
  NetworkApi,
} from '#workers/contracts/tool-host-protocol.ts';
import type { NetworkPort } from '#workers/contracts/network-port.ts';
import { createUndoRecorder } from '#workers/storage/undo/undo-recorder.ts';
import { noRecorder, type ChangeRecorder } from '#workers/storage/workspace/change-recorder.ts';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';
import type { WriteLock } from '#workers/storage/workspace/workspace-locks.ts';
import type { DevicePort } from '#workers/contracts/device-port.ts';
import { toFailure, ToolError } from '#workers/contracts/tool-error.ts';
import type { Tool } from '#workers/tools/tool.ts';
import { capResult } from './cap-result.ts';

/** What every call of this host uses. */
export type ToolHostMeans = { lock: WriteLock; results: FileSystemDirectoryHandle };

export async function runCall(
  tool: Tool,
  { call, ports }: { call: ToolHostCall; ports: ToolHostPorts },
  { lock, results }: ToolHostMeans,
  control: { signal: AbortSignal; progress(text: string): void },
): Promise<ToolOutcome> {
  const recorder = ports.undo ? createUndoRecorder(ports.undo) : noRecorder;
  try {
    const context = { ...control, ...grantPorts(tool, ports, lock, recorder) };
    const content = await tool.execute(call.arguments, context);
    return { type: 'success', result: await capResult(content, call.overflow, results) };
  } catch (error) {
    return toFailure(error);
  } finally {
    recorder.close();
    ports.network?.close();
    ports.device?.close();
  }
}

/** Only declared capabilities appear in the context. */
function grantPorts(
  tool: ToolDefinition,
  ports: ToolHostPorts,
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
