/** `npm start`: the addresses on which it listens, and its messages when it cannot. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '#scripts/install.mjs';
import { serve } from '#scripts/serve.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oneclaw-'));
  writeFileSync(join(folder, 'index.html'), '<h1>Here</h1>');
  writeFileSync(join(folder, '_headers'), '/*\n  X-Content-Type-Options: nosniff\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('serve', () => {
  it.each([
    [undefined, /^(127\.0\.0\.1|::1)$/],
    ['127.0.0.1', /^127\.0\.0\.1$/],
    ['0.0.0.0', /^0\.0\.0\.0$/],
  ])('listens for host %s on %s', async (host, expected) => {
    const server = await serve(folder, 0, host);
    const { address, port } = server.address() as AddressInfo;
    const answer = await fetch(`http://${host === undefined ? 'localhost' : '127.0.0.1'}:${port}/`);
    expect(address).toMatch(expected);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.text()).toBe('<h1>Here</h1>');
    server.close();
  });

  it('fails if the port is in use', async () => {
    const first = await serve(folder, 0);
    const { port } = first.address() as AddressInfo;
    await expect(serve(folder, port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    first.close();
  });
});

describe('npm start', () => {
  it('says which port is in use and how to choose another, before it builds anything', async () => {
    const taken = createServer().listen(0, 'localhost');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const { HOST: _, ...environment } = process.env;
    const start = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
      env: { ...environment, PORT: String(port) },
    });
    let said = '';
    start.stderr.on('data', (chunk) => (said += String(chunk)));
    const [code] = (await once(start, 'close')) as [number];
    taken.close();
    expect(code).toBe(1);
    expect(said).toContain(`Port ${port} is in use. Choose another one: PORT=4174 npm start`);
  });
});
