/**
 * Calls over a port: only own methods can be called, every call is answered, and nothing else has an effect.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { callOver, withTransfer, serveCalls, type Endpoint } from '#shared/rpc/port-calls.ts';

const opened: MessagePort[] = [];
afterEach(() => opened.splice(0).forEach((port) => port.close()));

function connect<Api extends { [Name in keyof Api]: (...values: never[]) => unknown }>(api: Api) {
  const { port1, port2 } = new MessageChannel();
  opened.push(port1, port2);
  serveCalls(port1, api);
  return { port: port2, ...callOver<Api>(port2) };
}

/** Sends a message of any form, and resolves to the first answer. */
function ask(port: MessagePort, message: unknown): Promise<unknown> {
  return new Promise((resolve) => {
    port.addEventListener('message', ({ data }) => resolve(data), { once: true });
    port.postMessage(message);
  });
}

describe('a call over a port', () => {
  it('passes arguments and the answer, for several calls at a time', async () => {
    const { call } = connect({
      add: async (one: number, other: number) => one + other,
      none: () => undefined,
    });
    expect(await Promise.all([call('add', 1, 2), call('add', 3, 4), call('none')])).toEqual([
      3,
      7,
      undefined,
    ]);
  });

  it('transfers objects in both directions', async () => {
    const { call } = connect({
      double(bytes: Uint8Array<ArrayBuffer>) {
        const answer = bytes.map((byte) => 2 * byte);
        return withTransfer(answer, [answer.buffer]);
      },
    });
    const bytes = Uint8Array.of(1, 2);
    expect(await call('double', withTransfer(bytes, [bytes.buffer]))).toEqual(Uint8Array.of(2, 4));
    expect(bytes.byteLength).toBe(0);
  });

  it('rejects with the name and message of the thrown error', async () => {
    const { call } = connect({
      fail: () => Promise.reject(new RangeError('Too far.')),
      throwAtOnce(): void {
        throw new TypeError('No.');
      },
    });
    await expect(call('fail')).rejects.toMatchObject({ name: 'RangeError', message: 'Too far.' });
    await expect(call('throwAtOnce')).rejects.toMatchObject({ name: 'TypeError', message: 'No.' });
  });

  it.each(['missing', 'constructor', '__proto__', 'toString', 'hasOwnProperty', 'inherited', 'value'])(
    'does not reach %s',
    async (method) => {
      const api = Object.assign(Object.create({ inherited: () => 'reached' }) as object, {
        own: () => 1,
        value: 5,
      });
      const { port } = connect(api as { own(): number });
      expect(await ask(port, { type: 'call', call: 1, method, values: [] })).toMatchObject({
        ok: false,
        error: { message: `There is no method '${method}' here.` },
      });
    },
  );

  it.each<[string, unknown]>([
    ['a text', 'call'],
    ['a list', [{ type: 'call' }]],
    ['no values', { type: 'call', call: 1, method: 'own' }],
    ['a method that is no text', { type: 'call', call: 1, method: ['own'], values: [] }],
    ['a Comlink read', { id: 'a', type: 'GET', path: ['own'] }],
    [
      'a Comlink write to a prototype',
      {
        id: 'a',
        type: 'SET',
        path: ['constructor', 'prototype', 'polluted'],
        value: { type: 'RAW', value: 1 },
      },
    ],
    ['a Comlink endpoint', { id: 'a', type: 'ENDPOINT' }],
  ])('is not %s: that is dropped without an answer', async (_, message) => {
    const ran: number[] = [];
    const { port } = connect({ own: () => ran.push(1) });
    const answers: unknown[] = [];
    port.addEventListener('message', ({ data }) => answers.push(data));
    port.postMessage(message);
    await ask(port, { type: 'call', call: 9, method: 'own', values: [] });
    expect(answers).toEqual([{ type: 'answer', call: 9, ok: true, value: 1 }]);
    expect(ran).toEqual([1]);
    expect('polluted' in {}).toBe(false);
  });
});

describe('a value that cannot cross', () => {
  it('rejects the call, or the answer, and the next call works', async () => {
    const { call } = connect({ echo: (value: unknown) => value, bad: () => () => 1 });
    await expect(call('echo', () => 1)).rejects.toMatchObject({ name: 'DataCloneError' });
    await expect(call('bad')).rejects.toMatchObject({ name: 'DataCloneError' });
    expect(await call('echo', 'fine')).toBe('fine');
  });

  it('rejects exactly the call whose arguments could not be read', async () => {
    const { client, server } = pair();
    serveCalls(server, { echo: (value: unknown) => value });
    const { call } = callOver<{ echo(value: unknown): unknown }>(client);
    client.loseNext = true;
    const [lost, kept] = [call('echo', 'lost'), call('echo', 'kept')];
    await expect(lost).rejects.toThrow('The arguments could not be read in the other thread');
    expect(await kept).toBe('kept');
  });

  it('arrives as null in Chromium, and rejects the call at that position', async () => {
    const { port } = connect({ own: () => 1 });
    expect(await ask(port, null)).toMatchObject({ call: 1, ok: false, error: { name: 'DataCloneError' } });
  });

  it('rejects pending calls if an answer could not be read', async () => {
    const { client, server } = pair();
    serveCalls(server, { echo: (value: unknown) => value });
    const { call } = callOver<{ echo(value: unknown): unknown }>(client);
    server.loseNext = true;
    await expect(call('echo', 1)).rejects.toThrow('An answer could not be read');
    expect(await call('echo', 2)).toBe(2);
  });
});

describe('an end', () => {
  it('rejects pending and later calls', async () => {
    const { call, end } = connect({ wait: () => new Promise<void>(() => undefined) });
    const waiting = call('wait');
    end(new Error('Over.'));
    await expect(waiting).rejects.toThrow('Over.');
    await expect(call('wait')).rejects.toThrow('Over.');
  });
});

type Lossy = Endpoint & { loseNext: boolean };

/**
 * Two connected ends; a message that one of them "loses" arrives as a `messageerror`, at its place in the
 * order.
 */
function pair(): { client: Lossy; server: Lossy } {
  const targets = [new EventTarget(), new EventTarget()] as const;
  const end = (own: EventTarget, other: EventTarget): Lossy => {
    const endpoint: Lossy = {
      loseNext: false,
      addEventListener: (type, listener) =>
        own.addEventListener(type, (event) => listener(event as MessageEvent)),
      postMessage(message) {
        const type = endpoint.loseNext ? 'messageerror' : 'message';
        const data = endpoint.loseNext ? null : structuredClone(message);
        endpoint.loseNext = false;
        queueMicrotask(() => other.dispatchEvent(new MessageEvent(type, { data })));
      },
    };
    return endpoint;
  };
  return { client: end(targets[0], targets[1]), server: end(targets[1], targets[0]) };
}
