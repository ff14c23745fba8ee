/** Entry of a tool host: executes one tool call at a time, and can be terminated at any moment. */
import { locks } from './host/powers.ts';
// Comlink: a typed call over postMessage.
import { expose } from 'comlink';
import { runCall } from './host/run-call.ts';
import type { HostApi } from './engine/host-protocol.ts';
import type { WriteLock } from './storage/workspace-locks.ts';
import { tools } from './tools/index.ts';

const lock: WriteLock = async (name, mode, work) => locks.request(name, { mode }, work);

const api: HostApi = {
  execute: async (call, ports) => {
    const tool = tools.find(({ name }) => name === call.tool);
    if (!tool)
      return {
        type: 'error',
        errorType: 'tool_not_found',
        message: `The tool host does not have '${call.tool}'.`,
      };
    return runCall(tool, call, ports, lock);
  },
};

expose(api);
