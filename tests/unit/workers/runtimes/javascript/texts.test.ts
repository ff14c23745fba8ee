/** Texts that the interpreter's C functions would cut or change: with NUL, or with half a surrogate pair. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestWorkspace } from '#tests/fixtures/memory/workspace.ts';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';
import type { NetworkRequest } from '#workers/contracts/ports/network-port.ts';
import { createInterpreter } from '#workers/runtimes/javascript/interpreter.ts';
import { runJavaScript } from '#workers/runtimes/javascript/run-javascript.ts';
import { createJavaScriptHost } from '#workers/runtimes/javascript/session/javascript-host.ts';
import { openTexts } from '#workers/runtimes/javascript/texts.ts';

async function open(contents: Record<string, string | Blob> = {}) {
  const workspace = await createTestWorkspace(contents);
  const asked: NetworkRequest[] = [];
  const network = {
    async request(request: NetworkRequest) {
      asked.push(request);
      const facts = { status: 200, statusText: 'O\0K', url: request.url, truncated: false };
      return { ...facts, headers: [], body: new TextEncoder().encode('got\0it') };
    },
  };
  const host = createJavaScriptHost(() => createInterpreter());
  const run = async (code: string) => {
    const returned = await runJavaScript(
      host,
      { code, timeoutMs: 20_000 },
      { ...workspace.context, network },
    );
    if (typeof returned === 'string' || Array.isArray(returned)) throw new Error('No metadata.');
    return String(returned.content);
  };
  return { ...workspace, run, asked };
}

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0xff, 0xfe]);

it.each([
  [String.raw`console.log('a\0b')`, 'a\0b'],
  [String.raw`'a\0b'`, '=> a\0b'],
  [String.raw`throw new Error('a\0b')`, /Error: a\0b\n/],
  [String.raw`({ 'a\0b': 1 })`, String.raw`=> { 'a\x00b': 1 }`],
  [String.raw`await files.stat('a\0b').catch((error) => error.message)`, /"a\\u0000b" is not allowed/],
  [String.raw`atob(btoa('a\0b')).length`, '=> 3'],
  [String.raw`new TextEncoder().encode('a\0b').length`, '=> 3'],
  [String.raw`new TextDecoder().decode(new Uint8Array([97, 0, 98])).length`, '=> 3'],
  [String.raw`new URLSearchParams('q=a%00b').get('q').length`, '=> 3'],
  [`'a\0b'.length + \`c\0d\`.length`, '=> 6'],
  [String.raw`const t = '\ud800\0x'; (await files.write('t', 'a\0b'), t.length)`, '=> 3'],
])('%s is whole', async (code, shown) => {
  const { run } = await open();
  const text = await run(code);
  if (typeof shown === 'string') expect(text).toBe(shown);
  else expect(text).toMatch(shown);
});

it('returns every text as it was', async () => {
  const context = (await createInterpreter()).quickJs.newContext();
  const { make, read } = openTexts(context);
  const unit = fc.constantFrom('a', '\0', '\ud83d', '\ude00', '\ufffd', 'ü', '\u2028', '"', '\\');
  fc.assert(fc.property(fc.string({ unit }), (text) => make(text).consume(read) === text));
});

describe('files', () => {
  it('are whole', async () => {
    const { run, tree } = await open({ 'in.txt': 'a\0b' });
    expect(await run(`const text = await files.read('in.txt'); text.length`)).toBe('=> 3');
    await run(`await files.write('out.txt', text); await files.append('out.txt', '\\0c');`);
    expect(tree()).toMatchObject({ 'out.txt': 'a\0b\0c' });
    // From the stored session, in a new interpreter.
    expect(await run('text + text.length')).toBe('=> a\0b3');
  });

  it('that are not text say what reads them, and are copied as bytes', async () => {
    const { run, files, tree } = await open({
      'a.png': new Blob([png]),
      'umlaut.csv': new Blob([new Uint8Array([0xfc])]),
    });
    expect(await run(`await files.write('b.png', await files.read('a.png'))`)).toMatch(
      /'a\.png' is not UTF-8 text\. files\.readBytes\(path\)/,
    );
    expect(tree()).not.toHaveProperty(['b.png']);
    await run(`
      await files.write('b.png', await files.readBytes('a.png'));
      await files.append('b.png', new Uint8Array([0, 255]));
      await files.append('new.bin', new Uint8Array([1, 0]).buffer);`);
    expect(await (await files.read('b.png')).bytes()).toEqual(new Uint8Array([...png, 0, 255]));
    expect(await (await files.read('new.bin')).bytes()).toEqual(new Uint8Array([1, 0]));
    expect(await run(`new TextDecoder('windows-1252').decode(await files.readBytes('umlaut.csv'))`)).toBe(
      '=> ü',
    );
  });

  it('are imported whole', async () => {
    const { run } = await open({
      'lib.js': `export const text = 'a\0b'; export const pattern = /^a\0b$/;`,
      'data.json': String.raw`{"text": "a\u0000b"}`,
    });
    const code = `import { text, pattern } from './lib.js'; import data from './data.json';
      [text.length, pattern.test(text), data.text === text].join()`;
    expect(await run(code)).toBe('=> 3,true,true');
  });
});

it('sends and receives bodies whole', async () => {
  const { run, asked } = await open();
  const code = String.raw`
    const answer = await fetch('https://a.example/', { method: 'POST', body: 'a\0b' });
    [(await answer.text()).length, answer.statusText.length].join()`;
  expect(await run(code)).toBe('=> 6,3');
  expect(asked).toMatchObject([{ body: 'a\0b' }]);
});

it('keeps them in the input and output of node', async () => {
  const { raw } = await openShell({ 'in.txt': 'a\0b' });
  const code = `process.stdin.on('data', (text) => process.stdout.write(text + text.length))`;
  expect(await raw(`node -e "${code}" < in.txt`)).toMatchObject({ stdout: 'a\0b3', stderr: '' });
});
