/** Repairs the results of a server before the library validates them: one malformed entry must not cost the others. */
import { isJsonObject } from '#shared/json.ts';
import type { JSONRPCMessage, RequestId, Transport } from '../link.ts';
import { repairResult } from './repair-result.ts';

/** `onLeftOut` is called with the method and the number of entries that cannot be used. */
export function repairResults<T extends Transport>(
  transport: T,
  onLeftOut: (method: string, count: number) => void,
): T {
  const methods = new Map<RequestId, string>();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    for (const each of [message].flat())
      if ('method' in each && 'id' in each) methods.set(each.id, each.method);
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
    const method = id === undefined ? undefined : methods.get(id);
    if (id === undefined || method === undefined || 'method' in message) return message;
    methods.delete(id);
    if (!('result' in message) || !isJsonObject(message.result)) return message;
    return { ...message, result: repairResult(method, message.result, (count) => onLeftOut(method, count)) };
  }

  return transport;
}
