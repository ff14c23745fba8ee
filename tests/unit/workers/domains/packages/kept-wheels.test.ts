/** Wheels of an index, kept by the address that served them. */
import { describe, expect, it } from 'vitest';
import { createMemoryCaches } from '#tests/fixtures/memory/memory-caches.ts';
import type { NetworkRequest } from '#workers/contracts/network-port.ts';
import { createKeptWheels } from '#workers/domains/packages/kept-wheels.ts';
import { sha256 } from '#workers/text/sha256.ts';

const index = 'https://index.test/simple/six/';
const wheel = 'https://files.test/six-1.17.0-py2.py3-none-any.whl';
const bytes = (text: string) => new TextEncoder().encode(text);

function open() {
  const kept = createKeptWheels(createMemoryCaches());
  const served = new Map([
    [index, '{"files":[]}'],
    [wheel, 'a wheel'],
  ]);
  const asked: string[] = [];
  const request = async ({ url }: NetworkRequest) => {
    asked.push(url);
    const text = served.get(url);
    if (text === undefined) throw new Error('offline');
    return {
      ...{ status: 200, statusText: '', headers: [], truncated: false },
      ...{ url: url === index ? `${index}moved/` : url, body: bytes(text) },
    };
  };
  return { kept, served, asked, port: kept.lend(request) };
}

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
