/** docs/deploy.md: every recipe sends the headers of `public/_headers`, and no section omits a folder. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { headersFor, parseHeaders } from '#scripts/headers.mjs';

const text = readFileSync('public/_headers', 'utf8');
const rules = parseHeaders(text);
const doc = readFileSync('docs/deploy.md', 'utf8');

const csp = 'content-security-policy';
const paths = [...text.matchAll(/^\/.*$/gm)].map(([path]) => path).filter((path) => path !== '/*');
const folders = paths.filter((path) => path.endsWith('/*')).map((path) => path.slice(0, -1));

type Headers = Record<string, string>;

const lowerCase = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Expected headers of a host that sends only one policy: the policy of the last matching rule. */
function expected(path: string): Headers {
  const last = rules.findLast(
    ({ pattern, headers }) => pattern.test(path) && headers.some(([name]) => name.toLowerCase() === csp),
  );
  const policy = lowerCase(headersFor(last ? [last] : [], path))[csp] ?? '';
  return { ...lowerCase(headersFor(rules, path)), [csp]: policy };
}

const codeBlock = (language: string) => doc.split(`\`\`\`${language}\n`)[1]?.split('\n```')[0] ?? '';

function vercel(path: string): Headers {
  type Rule = { source: string; headers: { key: string; value: string }[] };
  const { headers }: { headers: Rule[] } = JSON.parse(codeBlock('json'));
  const sent = headers
    .filter(({ source }) => new RegExp(`^${source}$`).test(path))
    .flatMap((rule) => rule.headers.map(({ key, value }): [string, string] => [key, value]));
  // Vercel sends this by default; browsers revalidate in either case.
  return lowerCase({ 'Cache-Control': 'no-cache', ...Object.fromEntries(sent) });
}

const unquote = (value: string) => value.replace(/^"(.*)"$/, '$1');

function nginx(path: string): Headers {
  const block = codeBlock('nginx');
  const variable = (name: string) => {
    const rows = block.split(`map $uri $${name} {\n`)[1]?.split('\n}')[0]?.split('\n') ?? [];
    const row = (key: RegExp) => rows.find((each) => key.test(each));
    const special = rows.find((each) => {
      const pattern = /^\s+~(\S+)/.exec(each)?.[1];
      return pattern !== undefined && new RegExp(pattern).test(path);
    });
    return /^\s+\S+\s+(.*);$/.exec(special ?? row(/^\s+default/) ?? '')?.[1] ?? '';
  };
  const sent = [...block.matchAll(/^ +add_header (\S+) (.+?)(?: always)?;$/gm)].map(
    ([, name = '', value = '']): [string, string] => [
      name,
      unquote(value.startsWith('$') ? variable(value.slice(1)) : value),
    ],
  );
  return lowerCase(Object.fromEntries(sent));
}

function caddy(path: string): Headers {
  const block = codeBlock('caddyfile');
  const begins = (list: string) => list.split(' ').some((each) => path.startsWith(each.replace('*', '')));
  const hashed = /@hashed \{\n\s+path (.+)\n/.exec(block)?.[1] ?? '';
  const general = block.split('header {\n')[1]?.split('\n    }')[0] ?? '';
  const sent = [...general.matchAll(/^\s+(\S+) (.+)$/gm)].map(([, name = '', value = '']) => [name, value]);
  for (const [, place = '', name = '', value = ''] of block.matchAll(/^\s+header (\S+) (\S+) (.+)$/gm))
    if (begins(place === '@hashed' ? hashed : place)) sent.push([name, value]);
  return lowerCase(Object.fromEntries(sent.map(([name = '', value = '']) => [name, unquote(value)])));
}

describe('docs/deploy.md', () => {
  it('is compared with the real rules', () => {
    expect(folders).toContain('/code-host/');
    expect(paths.length).toBeGreaterThan(folders.length);
  });

  it.each(Object.entries({ vercel, nginx, caddy }))('gives %s the headers of _headers', (_, recipe) => {
    for (const path of paths.map((each) => each.replace('*', 'file.js')))
      expect(recipe(path), path).toEqual(expected(path));
  });

  it('names every folder of _headers in each section that names one', () => {
    const sections = doc.split(/^## /m).filter((section) => section.includes('gguf/'));
    expect(sections.length).toBeGreaterThan(5);
    for (const section of sections)
      for (const folder of folders.map((each) => each.slice(1)).filter((each) => each !== 'assets/'))
        expect(section, folder).toContain(folder.slice(0, -1));
  });
});
