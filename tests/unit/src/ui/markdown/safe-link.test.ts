/** Only links to the web or to a mail program can be followed, and each shows its target. */
import { describe, expect, it } from 'vitest';
import { safeLink } from '#src/ui/markdown/safe-link.ts';

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
