/**
 * Builds the context of a call: each port from the engine becomes the object that the tool's capability
 * stands for.
 */
import { callOver, type Caller, type Methods } from '#shared/rpc/port-calls.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { SessionState } from '#workers/contracts/code-session.ts';
import type { DevicePort } from '#workers/contracts/ports/device-port.ts';
import type { GitPort } from '#workers/contracts/ports/git-port.ts';
import { networkError, type NetworkPort } from '#workers/contracts/ports/network-port.ts';
import type { WheelPort } from '#workers/contracts/ports/wheel-port.ts';
import type { SearchPort } from '#workers/contracts/ports/search-port.ts';
import type {
  DeviceApi,
  FilesApi,
  GitApi,
  NetworkApi,
  SearchApi,
  SessionApi,
  ToolHostPorts,
  VisionApi,
  WheelsApi,
} from '#workers/contracts/tool-host-protocol.ts';
import type { VisionPort } from '#workers/contracts/ports/vision-port.ts';
import { createToolFiles, createReadOnlyFiles } from './file-client.ts';
import { unwrap } from './unwrap.ts';

/**
 * The context has only the declared capabilities. When the signal aborts, pending calls are rejected, so that
 * the tool can end.
 */
export function openPorts(
  { capabilities }: ToolDefinition,
  { files, network, device, session, git, wheels, search, vision }: ToolHostPorts,
  signal: AbortSignal,
): Record<string, unknown> {
  const open = <Api extends Methods<Api>>(port: MessagePort): Caller<Api> => {
    const caller = callOver<Api>(port);
    signal.addEventListener('abort', () => caller.end(signal.reason), { once: true });
    return caller;
  };
  const opened: Record<string, unknown> = {};
  if (files) {
    const caller = open<FilesApi>(files);
    opened.files = capabilities.includes('files.write')
      ? createToolFiles(caller)
      : createReadOnlyFiles(caller);
  }
  if (network) opened.network = createNetworkPort(open<NetworkApi>(network));
  if (device) opened.device = createDevicePort(open<DeviceApi>(device));
  if (session) opened.session = createSessionState(open<SessionApi>(session));
  if (vision) opened.vision = createVisionPort(open<VisionApi>(vision));
  if (git) opened.git = createGitPort(open<GitApi>(git));
  if (wheels) opened.wheels = createWheelPort(open<WheelsApi>(wheels));
  if (search) opened.search = createSearchPort(open<SearchApi>(search));
  return opened;
}

function createNetworkPort({ call }: Caller<NetworkApi>): NetworkPort {
  return {
    request: async (request, onAsk) => {
      let outcome = await call('request', request);
      if (outcome.type === 'error' && outcome.mayAsk) {
        const goOn = onAsk?.();
        const { url, method, headers } = request;
        const refusal = await call('ask', { url, method, headers }).finally(goOn);
        if (refusal) throw networkError(refusal);
        outcome = await call('request', request);
      }
      if (outcome.type === 'error') throw networkError(outcome);
      return outcome.response;
    },
  };
}

function createSessionState({ call }: Caller<SessionApi>): SessionState {
  return {
    read: async (name) => unwrap(await call('read', name)),
    write: async (name, text) => unwrap(await call('write', name, text)),
  };
}

function createWheelPort({ call }: Caller<WheelsApi>): WheelPort {
  return {
    list: async (url) => unwrap(await call('list', url)),
    wheel: async (url, sha256) => unwrap(await call('wheel', url, sha256)),
    kept: async (urls) => unwrap(await call('kept', urls)),
  };
}

function createGitPort({ call }: Caller<GitApi>): GitPort {
  return {
    author: async () => unwrap(await call('author')) ?? undefined,
    mayPush: () => call('mayPush'),
  };
}

function createSearchPort({ call }: Caller<SearchApi>): SearchPort {
  return { service: async (purpose) => unwrap(await call('service', purpose)) };
}

function createVisionPort({ call }: Caller<VisionApi>): VisionPort {
  return { look: async (picture, question) => unwrap(await call('look', picture, question)) };
}

function createDevicePort({ call }: Caller<DeviceApi>): DevicePort {
  return {
    locate: async (accuracy) => unwrap(await call('locate', accuracy)),
    notify: async (notice) => unwrap(await call('notify', notice)),
    readClipboard: async () => unwrap(await call('readClipboard')),
    writeClipboard: async (content) => unwrap(await call('writeClipboard', content)),
    screen: async () => unwrap(await call('screen')),
    vibrate: async (pattern) => unwrap(await call('vibrate', pattern)),
    battery: async () => unwrap(await call('battery')),
    keepAwake: async (seconds) => unwrap(await call('keepAwake', seconds)),
    drawSvg: async (svg, width, height) => unwrap(await call('drawSvg', svg, width, height)),
    absent: async () => unwrap(await call('absent')),
    ipService: async () => unwrap(await call('ipService')),
    ask: async (action) => unwrap(await call('ask', action)),
  };
}
