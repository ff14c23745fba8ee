/** Configurations that users paste, and the servers that they contain. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#workers/mcp/read-config.ts';

const first = (text: string) => readConfig(text).drafts[0];

describe('readConfig', () => {
  it('reads an address, with and without a scheme, and names the server by it', () => {
    expect(first('https://mcp.linear.app/sse')).toEqual({
      name: 'linear',
      url: 'https://mcp.linear.app/sse',
    });
    expect(first(' mcp.exa.ai/mcp ')).toEqual({ name: 'exa', url: 'https://mcp.exa.ai/mcp' });
    expect(first('http://localhost:3001/mcp')).toEqual({
      name: 'localhost',
      url: 'http://localhost:3001/mcp',
    });
    expect(first('localhost:3000/mcp')?.url).toBe('http://localhost:3000/mcp');
    expect(first('127.0.0.1:3000/mcp')?.url).toBe('http://127.0.0.1:3000/mcp');
    expect(readConfig('ftp://example.com').refused).toMatchObject([{ reason: 'bad_url' }]);
    const refused = { name: '', reason: 'has_password', detail: 'example.com' };
    expect(readConfig('https://user:secret@example.com/mcp')).toMatchObject({
      drafts: [],
      refused: [refused],
    });
  });

  it('says where JSON breaks off, and reads no more of a list than can be set up', () => {
    expect(readConfig('{ "mcpServers": { "a": ').refused).toMatchObject([{ reason: 'bad_json' }]);
    const many = Object.fromEntries(Array.from({ length: 16_000 }, (_, index) => [`s${index}`, {}]));
    expect(readConfig(JSON.stringify({ mcpServers: many })).refused).toHaveLength(100);
    const args = Array.from({ length: 5_000 }, () => 'x');
    expect(readConfig(JSON.stringify({ command: 'npx', args })).programs[0]?.words).toHaveLength(100);
  });

  it('reads the configurations of other clients, comments and all', () => {
    const text = `{
      // my servers
      "mcpServers": {
        "github": { "type": "http", "url": "https://api.example.com/mcp/", "headers": { "Authorization": "Bearer x" } },
        "old": { "transport": "sse", "url": "https://old.example.com/sse" },
        "files": { "command": "npx", "args": ["-y", "server-files", "/home"], "env": { "KEY": "secret" } },
      }
    }`;
    expect(readConfig(text)).toEqual({
      drafts: [
        {
          name: 'github',
          url: 'https://api.example.com/mcp/',
          transport: 'http',
          headers: { Authorization: 'Bearer x' },
        },
        { name: 'old', url: 'https://old.example.com/sse', transport: 'sse' },
      ],
      programs: [{ name: 'files', words: ['npx', '-y', 'server-files', '/home'], variables: ['KEY'] }],
      refused: [],
    });
    expect(first('{"servers":{"a":{"serverUrl":"https://a.example/mcp"}}}')).toMatchObject({ name: 'a' });
    expect(first('{"mcp":{"servers":{"b":{"url":"https://b.example/mcp"}}}}')).toMatchObject({ name: 'b' });
    expect(first('{"c":{"url":"https://c.example/mcp"}}')).toMatchObject({ name: 'c', transport: 'auto' });
  });

  it('shows what cannot be seen in the command of a program', () => {
    const read = readConfig('{"mcpServers":{"a":{"command":"npx","args":["x\\nrm -rf ~", "\\u202eb", 7]}}}');
    expect(read.programs).toEqual([
      { name: 'a', words: ['npx', 'x\\u{a}rm -rf ~', '\\u{202e}b'], variables: [] },
    ]);
  });

  it('reads links that install a server', () => {
    const entry = { url: 'https://mcp.exa.ai/mcp' };
    const base64 = btoa(JSON.stringify(entry));
    const expected = { name: 'exa', url: entry.url };
    expect(first(`cursor://anysphere.cursor-deeplink/mcp/install?name=exa&config=${base64}`)).toMatchObject(
      expected,
    );
    expect(first(`https://cursor.com/en/install-mcp?name=exa&config=${base64}`)).toMatchObject(expected);
    const json = encodeURIComponent(JSON.stringify({ name: 'exa', ...entry }));
    expect(first(`vscode:mcp/install?${json}`)).toMatchObject(expected);
    expect(
      first(
        `https://vscode.dev/redirect/mcp/install?name=exa&config=${encodeURIComponent(JSON.stringify(entry))}`,
      ),
    ).toMatchObject(expected);
  });

  it('refuses headers that are not the user’s to set', () => {
    const config = (headers: object) => JSON.stringify({ a: { url: 'https://a.example/mcp', headers } });
    expect(readConfig(config({ Cookie: 'a=b' })).refused).toMatchObject([
      { reason: 'bad_headers', detail: 'Cookie' },
    ]);
    expect(readConfig(config({ 'X-Key': 'a\nb: c' })).refused).toMatchObject([{ reason: 'bad_headers' }]);
  });

  it('never throws, and never makes a draft of another scheme', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.webUrl()), (text) => {
        for (const { url } of readConfig(text).drafts) expect(url).toMatch(/^https?:/);
      }),
    );
  });
});
