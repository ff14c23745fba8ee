/** What a tool host is given for a call: exactly what the tool declared, and nothing else. */
// Comlink carries the network port of a tool host.
import { expose, transfer } from 'comlink';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { Egress } from '#workers/network/egress.ts';
import type { Folders } from '#workers/storage/folders.ts';
import type { DeviceBridge } from './device-bridge.ts';
import type { ToolHostPorts, NetworkApi } from '#workers/contracts/tool-host-protocol.ts';

export function grantPorts(
  tool: ToolDefinition,
  { folders, egress, device }: { folders: Folders; egress: Egress; device: DeviceBridge },
  signal: AbortSignal,
): ToolHostPorts {
  const usesFiles = tool.capabilities.includes('files.read') || tool.capabilities.includes('files.write');
  return {
    ...(usesFiles ? { workspace: folders.workspace } : {}),
    ...(tool.capabilities.includes('network') ? { network: serveNetwork(egress, signal) } : {}),
    ...(tool.capabilities.includes('host') ? { device: device.serve(tool.permissions, signal) } : {}),
  };
}

function serveNetwork(egress: Egress, signal: AbortSignal): MessagePort {
  const { port1, port2 } = new MessageChannel();
  const api: NetworkApi = {
    request: async (request) => {
      const outcome = await egress.request(request, signal);
      // Moved, not copied: a body can be large.
      return outcome.type === 'success' ? transfer(outcome, [outcome.response.body.buffer]) : outcome;
    },
  };
  expose(api, port1);
  signal.addEventListener('abort', () => port1.close(), { once: true });
  return port2;
}
