/** Every clickable element is reachable with Tab, in visual order, with a visible focus. */
import type { Page } from '@playwright/test';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { addServer, runEnds, send, transcript } from '../chat.ts';
import { expect, test } from '../app.ts';

const screens = [
  '#/chat',
  '#/agents',
  '#/agents/new',
  '#/tools',
  '#/tools/read_file',
  '#/files',
  '#/files/notes/a.txt',
  '#/terminal',
  '#/activity',
  '#/settings',
  '#/settings/provider/new',
];

/** More than the number of tab stops on any screen. */
const maxPresses = 400;

/** Names the elements that Tab does not reach. A radio group, a tree or a toolbar counts as one stop. */
async function unreached(page: Page): Promise<string[]> {
  await expect.poll(() => page.evaluate(markStops)).toBeGreaterThan(2);
  for (let press = 0; press < maxPresses; press++) {
    // In a text editor Tab indents; Escape first makes Tab leave it, as the editor's description says.
    if (await page.evaluate(() => !!document.activeElement?.shadowRoot?.activeElement))
      await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    if ((await page.evaluate(visitFocused)) === 0) break;
  }
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-stop=waits]')].map(
      (element) => `${element.localName}: ${element.ariaLabel ?? element.textContent}`,
    ),
  );
}

/** Runs in the page. Marks every tab stop and returns their number. */
function markStops(): number {
  document.querySelectorAll('[data-stop]').forEach((element) => element.removeAttribute('data-stop'));
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  const groups = new Set<string>();
  const found = document.querySelectorAll<HTMLElement>(
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=switch], [role=treeitem], [contenteditable=true]',
  );
  for (const element of found) {
    const isOff = element.matches(':disabled, [inert], [inert] *, [aria-hidden=true], [aria-hidden=true] *');
    if (isOff || !element.checkVisibility({ visibilityProperty: true, opacityProperty: false })) continue;
    const group =
      element instanceof HTMLInputElement && element.type === 'radio'
        ? `radio ${element.name}`
        : (element.closest('[role=tree], [role=toolbar]')?.role ?? '');
    if (group && groups.has(group)) continue;
    if (group) groups.add(group);
    element.dataset['stop'] = 'waits';
  }
  return document.querySelectorAll('[data-stop]').length;
}

/** Runs in the page. Marks the focused stop as seen and returns the number of stops not yet seen. */
function visitFocused(): number {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement) {
    const isRadio = activeElement instanceof HTMLInputElement && activeElement.type === 'radio';
    const group = isRadio
      ? [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
          ({ name }) => name === activeElement.name,
        )
      : [
          activeElement,
          ...(activeElement
            .closest('[role=tree], [role=toolbar]')
            ?.querySelectorAll<HTMLElement>('[data-stop]') ?? []),
        ];
    // A text field shows a caret; other elements show a ring, which a parent, sibling or pseudo-element may
    // draw.
    const { parentElement, nextElementSibling } = activeElement;
    const near = [activeElement, parentElement, parentElement?.parentElement, nextElementSibling];
    const hasRing = (element: Element, pseudo: string): boolean =>
      getComputedStyle(element, pseudo).outlineStyle !== 'none';
    const isSeen =
      activeElement.matches('textarea, input[type=text], input[type=search], [contenteditable=true]') ||
      near.some(
        (element) => element && ['', '::before', '::after'].some((pseudo) => hasRing(element, pseudo)),
      );
    for (const member of group)
      if (member.dataset['stop'] !== undefined && isSeen) member.dataset['stop'] = 'seen';
  }
  return document.querySelectorAll('[data-stop=waits]').length;
}

test('every screen @long', async ({ app }) => {
  test.slow();
  const server = await startChatServer();
  await addServer(app, server.url);
  server.enqueue({
    reasoning: 'A look first.',
    text: 'I write it.',
    calls: [{ id: 'a', name: 'write_file', arguments: { path: 'notes/a.txt', content: 'hello' } }],
  });
  server.enqueue({ text: 'Done, see the [notes](https://example.org).\n\n```js\nlet a;\n```' });
  await send(app, 'Write');
  await runEnds(app);
  await expect(transcript(app)).toContainText('Done');
  expect(await unreached(app), 'a chat').toEqual([]);
  for (const screen of screens) {
    await app.evaluate((hash) => (location.hash = hash), screen);
    await app.waitForLoadState('networkidle');
    await expect(app.locator('main :is(button, a, input, textarea)').first()).toBeVisible();
    expect(await unreached(app), screen).toEqual([]);
  }
});
