/** The files that a call changed and the hosts that it contacted, in its metadata. */
import { describe, expect, it } from 'vitest';
import { createCallFacts } from '#workers/engine/tool-hosts/ports/call-facts.ts';

const own = { source: 'built-in', returns: ['page'] } as const;
const code = { ...own, runs: 'code', contacts: { type: 'any-host', parameters: [] } } as const;
const search = { ...own, contacts: { type: 'search', purpose: 'web' } } as const;
const page = { ...own, contacts: { type: 'hosts', parameters: ['url'] } } as const;
const external = { ...own, source: 'mcp__a', contacts: { type: 'server' } } as const;

it('names each file once, without those of git', () => {
  const changed = createCallFacts(code);
  expect(changed.withMetadata(undefined)).toEqual({});
  expect(changed.withMetadata({ exit_code: '0' })).toEqual({ metadata: { exit_code: '0' } });
  for (const path of ['b.txt', 'a/.git/index', 'a/c.txt', 'b.txt', '.git/HEAD']) changed.addFile(path);
  expect(changed.withMetadata({ exit_code: '0' })).toEqual({
    metadata: { exit_code: '0', changed_files: 'a/c.txt\nb.txt' },
  });
});

it('leaves other tools alone: their arguments name what they change', () => {
  const changed = createCallFacts(search);
  changed.addFile('a.txt');
  expect(changed.withMetadata(undefined)).toEqual({});
});

it('counts those that it does not name', () => {
  const changed = createCallFacts(code);
  for (let at = 100; at < 500; at++) changed.addFile(`folder/file-${at}.txt`);
  const { changed_files: named = '', changed_files_not_named: others } =
    changed.withMetadata(undefined).metadata ?? {};
  expect(named.length).toBeLessThanOrEqual(1_000);
  expect(named.split('\n').length + Number(others)).toBe(400);
});

describe('hosts that a call asked', () => {
  const ask = (facts: ReturnType<typeof createCallFacts>, ...urls: string[]) => urls.map(facts.addRequest);

  it('are named once, without those that got nothing', () => {
    const facts = createCallFacts(search);
    const [, second, third] = ask(
      facts,
      'https://b.example/?q=x',
      'https://a.example:8443/',
      'https://b.example/',
      'x',
    );
    second?.();
    third?.();
    expect(facts.withMetadata({ bytes: '1' })).toEqual({
      metadata: { bytes: '1', asked_hosts: 'b.example' },
    });
  });

  it('are never those that the tool itself names', () => {
    const facts = createCallFacts(search);
    expect(facts.withMetadata({ asked_hosts: 'evil.example', bytes: '1' })).toEqual({
      metadata: { bytes: '1' },
    });
    ask(facts, 'https://a.example/');
    expect(facts.withMetadata({ asked_hosts: 'evil.example' })).toEqual({
      metadata: { asked_hosts: 'a.example' },
    });
  });

  it('are named where no argument names them only', () => {
    for (const tool of [code, page, external]) {
      const facts = createCallFacts(tool);
      ask(facts, 'https://a.example/');
      expect(facts.withMetadata(undefined)).toEqual({});
    }
  });

  it('are left out whole where they are too many', () => {
    const facts = createCallFacts(search);
    const urls = Array.from({ length: 200 }, (_, at) => `https://host-${100 + at}.example/`);
    ask(facts, ...urls);
    const { asked_hosts: named = '' } = facts.withMetadata(undefined).metadata ?? {};
    expect(named.length).toBeLessThanOrEqual(1_000);
    expect(named.split('\n').every((host) => urls.includes(`https://${host}/`))).toBe(true);
  });
});
