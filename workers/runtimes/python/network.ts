/** The network for `host/network.py`: requests and responses as JSON, bodies as files. */
import { messageOf } from '#shared/message-of.ts';
import type { NetworkPort, NetworkRequest } from '#workers/contracts/ports/network-port.ts';
import type { ScriptClock } from '../script-clock.ts';
import type { MemoryFs } from './memory-fs.ts';

/** Maximum bytes of one response. */
const responseBytes = 50 * 1024 * 1024;

/**
 * A request as Python sends it. The file `path` contains the body of the request and receives that of the
 * response.
 */
type Asked = {
  method: string;
  url: string;
  headers: Record<string, string>;
  path: string;
  has_body: boolean;
};

/**
 * Never rejects: failures are returned as JSON. `clock`: when its time is over, the script is interrupted.
 */
export function createSend(fs: MemoryFs, network: NetworkPort, clock: Pick<ScriptClock, 'atEnd'>) {
  return async (text: string): Promise<string> => {
    const { method, url, headers, path, has_body } = JSON.parse(text) as Asked;
    const request: NetworkRequest = {
      ...{ method, url, headers, maxBytes: responseBytes },
      ...(has_body ? { body: fs.readFile(path).slice() } : {}),
    };
    const over = late(clock);
    try {
      const response = await Promise.race([network.request(request), over.promise]);
      if (response.truncated) throw new Error(`${url} is longer than ${responseBytes / 1024 ** 2} MB.`);
      fs.writeFile(path, response.body);
      const { status, statusText, headers: received, url: address } = response;
      return JSON.stringify({ status, statusText, headers: received, url: address });
    } catch (error) {
      return JSON.stringify({ error: messageOf(error) });
    } finally {
      over.forget();
    }
  };
}

function late({ atEnd }: Pick<ScriptClock, 'atEnd'>): { promise: Promise<never>; forget(): void } {
  let forget: () => void = () => undefined;
  const promise = new Promise<never>((_, reject) => {
    forget = atEnd(() => reject(new Error('The time of the script is over.')));
  });
  return { promise, forget };
}
