/** Wheels of an index, cached by the address that served them. */
import { describe, expect, it } from 'vitest';
import { createMemoryCaches } from '#tests/fixtures/memory/memory-caches.ts';
import type { NetworkRequest } from '#workers/contracts/ports/network-port.ts';
import type { ToolErrorType } from '#shared/tools/tool.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { createKeptWheels } from '#workers/domains/packages/kept-wheels.ts';
import { sha256 } from '#workers/text/sha256.ts';

const index = 'https://index.test/simple/six/';
const wheel = 'https://files.test/six-1.17.0-py2.py3-none-any.whl';
const bytes = (text: string) => new TextEncoder().encode(text);

function open(most?: number) {
  const kept = createKeptWheels(createMemoryCaches(), most);
  /** Hosts that the agent must not contact. */
  const refused = new Set<string>();
  const failure = { type: 'network_error' as ToolErrorType };
  const served = new Map([
    [index, '{"files":[]}'],
    [wheel, 'a wheel'],
  ]);
  const asked: string[] = [];
  const own: string[] = [];
  const request = async ({ url, isOwnAddress }: NetworkRequest) => {
    asked.push(url);
    if (isOwnAddress) own.push(url);
    const text = served.get(url);
    if (text === undefined) throw new ToolError(failure.type, 'offline');
    return {
      ...{ status: 200, statusText: '', headers: [], truncated: false },
      ...{ url: url === index ? `${index}moved/` : url, body: bytes(text) },
    };
  };
  const admit = async (url: string) => {
    const { host } = new URL(url);
    if (refused.has(host)) throw new ToolError('permission_denied', `not ${host}`);
  };
  const port = kept.openPort({ request, admit, isOff: false });
  return {
    kept,
    served,
    asked,
    own,
    refused,
    failure,
    port,
    offline: kept.openPort({ request, admit, isOff: true }),
  };
}

it('marks the addresses of the usual index, which no model chose', async () => {
  const { port, served, own } = open();
  const usual = 'https://pypi.org/simple/six/';
  served.set(usual, '{"files":[]}');
  await port.list(usual);
  await port.list(index);
  expect(own).toEqual([usual]);
});

describe('a wheel', () => {
  it('is downloaded once, listed, and deleted', async () => {
    const { kept, asked, port } = open();
    const hash = await sha256(bytes('a wheel'));
    for (let round = 0; round < 2; round++)
      expect(new TextDecoder().decode((await port.wheel(wheel, hash)).body)).toBe('a wheel');
    expect(asked).toEqual([wheel]);
    expect(await kept.list()).toEqual([{ url: wheel, name: 'six', version: '1.17.0', bytes: 7 }]);
    expect(await port.kept([wheel, `${wheel}x`, 'no address'])).toEqual([wheel]);
    await kept.remove(wheel);
    expect(await kept.list()).toEqual([]);
  });

  it('that is not what the index announced is refused and not kept', async () => {
    const { kept, port } = open();
    await expect(port.wheel(wheel, 'ff')).rejects.toThrow(/not the file that the index announced/);
    expect(await kept.list()).toEqual([]);
  });

  it('that is kept but has another hash is downloaded again', async () => {
    const { port, served, asked } = open();
    await port.wheel(wheel, undefined);
    served.set(wheel, 'another');
    const answer = await port.wheel(wheel, await sha256(bytes('another')));
    expect(new TextDecoder().decode(answer.body)).toBe('another');
    expect(asked).toHaveLength(2);
  });
});

describe("a project's list", () => {
  it('comes from the index, and from here if the index cannot be asked, with its final address', async () => {
    const { port, served } = open();
    expect(await port.list(index)).toMatchObject({ isKept: false, url: `${index}moved/` });
    served.delete(index);
    const again = await port.list(index);
    expect(again).toMatchObject({ isKept: true, url: `${index}moved/` });
    expect(new TextDecoder().decode(again.body)).toBe('{"files":[]}');
  });

  it('goes with its wheel', async () => {
    const { kept, port, served } = open();
    await port.list(index);
    await port.wheel(wheel, undefined);
    await kept.remove(wheel);
    served.delete(index);
    await expect(port.list(index)).rejects.toThrow('offline');
  });
});

describe('an agent that may not reach the index', () => {
  it('gets nothing that another one downloaded from there', async () => {
    const { port, refused, asked } = open();
    await port.list(index);
    await port.wheel(wheel, undefined);
    const count = asked.length;
    refused.add('index.test').add('files.test');
    await expect(port.list(index)).rejects.toThrow('not index.test');
    await expect(port.wheel(wheel, undefined)).rejects.toThrow('not files.test');
    expect(await port.kept([wheel])).toEqual([]);
    expect(asked).toHaveLength(count);
  });

  it('gets no kept list where the gate refuses the request, as after a redirect', async () => {
    const { port, served, failure } = open();
    await port.list(index);
    served.delete(index);
    failure.type = 'permission_denied';
    await expect(port.list(index)).rejects.toThrow('offline');
  });

  it('without a network gets what is kept', async () => {
    const { port, offline, served, failure } = open();
    await port.list(index);
    await port.wheel(wheel, undefined);
    served.clear();
    failure.type = 'permission_denied';
    expect(await offline.list(index)).toMatchObject({ isKept: true });
    expect(await offline.kept([wheel])).toEqual([wheel]);
    expect(new TextDecoder().decode((await offline.wheel(wheel, undefined)).body)).toBe('a wheel');
  });
});

describe('what is kept', () => {
  it.each(['<html>Log in</html>', '[]', '{"files":{}}'])(
    'is no list that cannot be read: %s',
    async (text) => {
      const { port, served } = open();
      await port.list(index);
      served.set(index, text);
      expect(new TextDecoder().decode((await port.list(index)).body)).toBe(text);
      served.delete(index);
      expect(new TextDecoder().decode((await port.list(index)).body)).toBe('{"files":[]}');
    },
  );

  it('is limited: the oldest is deleted first, never the newest', async () => {
    const { kept, port, served } = open(20);
    const names = ['a', 'b', 'c', 'd'].map((name) => `https://files.test/${name}-1.0-py3-none-any.whl`);
    for (const name of names) served.set(name, 'a wheel');
    for (const name of names) await port.wheel(name, undefined);
    expect((await kept.list()).map(({ url }) => url)).toEqual(names.slice(2));
    served.set(wheel, 'larger than all that is kept together');
    await port.wheel(wheel, undefined);
    expect((await kept.list()).map(({ url }) => url)).toEqual([wheel]);
  });

  it('is deleted as a whole, with lists of projects that have no wheel here', async () => {
    const { kept, port, served } = open();
    await port.list(index);
    await port.wheel(wheel, undefined);
    served.set('https://index.test/simple/other/', '{"files":[]}');
    await port.list('https://index.test/simple/other/');
    await kept.removeAll();
    served.clear();
    expect(await kept.list()).toEqual([]);
    await expect(port.list(index)).rejects.toThrow('offline');
    await expect(port.list('https://index.test/simple/other/')).rejects.toThrow('offline');
  });
});
