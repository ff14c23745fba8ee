/** URI templates, tested with the examples of RFC 6570; typed values cannot change the host. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandTemplate } from '#src/ui/chat/mcp/offers/expand-template.ts';

const values = { var: 'value', hello: 'Hello World!', path: '/foo/bar', x: '1024', y: '768', empty: '' };

describe('expandTemplate', () => {
  it.each([
    ['{var}', 'value'],
    ['{hello}', 'Hello%20World%21'],
    ['{+path}/here', '/foo/bar/here'],
    ['{#x,y}', '#1024,768'],
    ['X{.x,y}', 'X.1024.768'],
    ['{/var,x}/here', '/value/1024/here'],
    ['{;x,y}', ';x=1024;y=768'],
    ['{?x,y}', '?x=1024&y=768'],
    ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
    ['{var:3}', 'val'],
    ['a{?missing}', 'a'],
  ])('%s is %s', (template, address) => expect(expandTemplate(template, values)).toBe(address));

  it('escapes a plain value so that it stays within its place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const expanded = expandTemplate('demo://a/{value}/b', { value });
        expect(expanded.split('/')).toHaveLength(5);
        expect(expanded).not.toMatch(/[?#]/);
      }),
    );
  });
});
