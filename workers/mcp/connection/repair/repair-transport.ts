/** Repairs the results of a server before the library validates them: one malformed entry must not cost the others. */
import { isJsonObject, type JsonObject } from '#shared/json.ts';
import type { JSONRPCMessage, RequestId, Transport } from '../link.ts';
import { repairResult } from './repair-result.ts';

/** `hasResultTypes`: its revision marks results as complete or not, and the library refuses one without the mark. */
type Asked = { method: string; hasResultTypes: boolean };

function hasResultTypes(params: unknown): boolean {
  const meta = isJsonObject(params) ? params._meta : undefined;
  const version = isJsonObject(meta) ? meta['io.modelcontextprotocol/protocolVersion'] : undefined;
  return typeof version === 'string' && version >= '2026-07-28';
}

/** What a result of revision 2026-07-28 must have: it is complete, and what may be cached is not. */
function defaultsOf(method: string): JsonObject {
  const isCached = method === 'server/discover' || method === 'resources/read' || method.endsWith('/list');
  return { resultType: 'complete', ...(isCached ? { ttlMs: 0, cacheScope: 'private' } : {}) };
}

/** `onLeftOut` is called with the method and the number of entries that cannot be used. */
export function repairResults<T extends Transport>(
  transport: T,
  onLeftOut: (method: string, count: number) => void,
): T {
  const asked = new Map<RequestId, Asked>();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    for (const each of [message].flat())
      if ('method' in each && 'id' in each)
        asked.set(each.id, { method: each.method, hasResultTypes: hasResultTypes(each.params) });
    return send(message, options);
  };
  let receive: Transport['onmessage'];
  Object.defineProperty(transport, 'onmessage', {
    get: () => receive,
    set(handler: Transport['onmessage']) {
      receive = handler && ((message, extra) => handler(repaired(message), extra));
    },
  });

  function repaired<M extends JSONRPCMessage>(message: M): M {
    const id = 'id' in message ? message.id : undefined;
    const request = id === undefined ? undefined : asked.get(id);
    if (id === undefined || request === undefined || 'method' in message) return message;
    asked.delete(id);
    if (!('result' in message) || !isJsonObject(message.result)) return message;
    const { method } = request;
    const result = repairResult(method, message.result, (count) => onLeftOut(method, count));
    return { ...message, result: request.hasResultTypes ? { ...defaultsOf(method), ...result } : result };
  }

  return transport;
}
