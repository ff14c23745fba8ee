/** Only links to the web or to a mail program can be followed, and each shows its target. */
import { describe, expect, it } from 'vitest';
import { safeLink, unnamedTarget } from '#src/ui/markdown/safe-link.ts';

describe('safeLink', () => {
  it.each([
    ['https://example.com/a?b#c', 'example.com'],
    ['http://localhost:11434/', 'localhost:11434'],
    ['mailto:ada@example.com', 'ada@example.com'],
    ['https://bank.example@evil.example/', 'evil.example'],
  ])('%s leads to %s', (href, target) => {
    expect(safeLink(href)?.target).toBe(target);
  });

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,<script>1</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    '/relative',
    '#hash',
    '',
  ])('%j cannot be followed', (href) => {
    expect(safeLink(href)).toBeNull();
  });
});

describe('a link whose text names a place', () => {
  const target = (text: string, href: string) => {
    const link = safeLink(href);
    return link ? unnamedTarget(text, link) : 'no link';
  };

  it.each([
    ['https://bank.example/login', 'https://evil.example/?d=1'],
    ['bank.example', 'https://evil.example/bank.example'],
    ['BANK.example', 'https://bank.example.evil.example/'],
    ['bank.example', 'https://notbank.example/'],
    ['See bank.example and evil.example', 'https://evil.example/'],
    ['anna@bank.example', 'mailto:anna@evil.example'],
  ])('%s says that it leads elsewhere', (text, href) =>
    expect(target(text, href)).toMatch(/^(anna@)?(bank\.example\.)?(evil|notbank)\.example$/),
  );

  it.each([
    ['the report', 'https://evil.example/'],
    ['https://docs.bank.example/a', 'https://docs.bank.example/a'],
    ['www.bank.example', 'https://bank.example/'],
    ['bank.example', 'https://www.Bank.example/x'],
    ['anna@bank.example', 'mailto:anna@bank.example'],
  ])('%s says no more if it leads there', (text, href) => expect(target(text, href)).toBeUndefined());
});
