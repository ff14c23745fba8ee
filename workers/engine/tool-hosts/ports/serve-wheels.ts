/** Serves Python packages to a script: from the cache on this device, and through the agent's network. */
import { withTransfer } from '#shared/rpc/port-calls.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import type { WheelsApi } from '#workers/contracts/tool-host-protocol.ts';
import type { WheelPort } from '#workers/contracts/ports/wheel-port.ts';
import { fallible, servePort } from './serve-port.ts';

export function serveWheels(open: () => Promise<WheelPort>, over: AbortSignal): MessagePort {
  const api: WheelsApi = {
    list: async (url) => withBody(await fallible(async () => (await open()).list(url))),
    wheel: async (url, sha256) => withBody(await fallible(async () => (await open()).wheel(url, sha256))),
    kept: (urls) => fallible(async () => (await open()).kept(urls)),
  };
  return servePort(api, over);
}

/** Transferred, not copied: a body can be large. */
function withBody<T extends { body: Uint8Array<ArrayBuffer> }>(answer: Fallible<T>): Fallible<T> {
  return answer.ok ? withTransfer(answer, [answer.value.body.buffer]) : answer;
}
