/**
 * Every tool that needs a permission or a tap: granted, denied, dismissed, blocked, revoked, hidden page, no
 * API.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultAgent } from '#shared/agents/agent.ts';
import { newId } from '#shared/ids.ts';
import { serveCalls } from '#shared/rpc/port-calls.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import type { DeviceAction, DeviceOutcome } from '#shared/tools/device-action.ts';
import { deviceFeatures } from '#src/page-services/device-features.ts';
import { callDevice } from '#src/page-services/device.ts';
import { createPrompts as createPagePrompts } from '#src/state/chat/prompts.ts';
import { queryPermission } from '#workers/engine/permissions/query-permission.ts';
import { createPermissionGate } from '#workers/engine/permissions/permission-gate.ts';
import { createPrompts } from '#workers/engine/permissions/prompts.ts';
import { askForDevice } from '#workers/engine/tool-hosts/ports/ask-for-device.ts';
import { createDeviceBridge } from '#workers/engine/tool-hosts/ports/device-bridge.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { fakeBrowser } from '#tests/fixtures/device/fake-browser.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  ends.splice(0).forEach((end) => end());
  vi.unstubAllGlobals();
});

/** The engine's prompts and permission gate, with tabs that fold their events. */
function openWorld(tabCount = 1) {
  const attempt = <T>(work: Promise<T>) => work.catch(() => undefined);
  const engine = createPrompts((event) => tabs.forEach((tab) => tab.fold([event])));
  const api = {
    chat: {
      answerPrompt: async (...given: Parameters<typeof engine.answer>) => void engine.answer(...given),
    },
  };
  const tabs = Array.from({ length: tabCount }, () =>
    createPagePrompts(api, { attempt }, { restore: () => undefined }),
  );
  const gate = createPermissionGate({
    egress: { check: async () => ({ type: 'allowed' }) },
    prompts: engine,
    hosts: { has: () => false, allow: async () => undefined },
    tools: { find: () => undefined, addressOf: () => undefined },
    serviceHosts: async () => [],
    findDanger: async () => undefined,
    query: queryPermission,
    approveAlways: async () => undefined,
  });
  const stop = new AbortController();
  const [page] = tabs;
  if (!page) throw new Error('There is no tab.');
  return {
    page,
    tabs,
    stop,
    /** Resolves with undefined if the call may run. */
    check: (name: string) =>
      gate.check({
        ...{ tool: toolNamed(name), arguments: {}, call: newId('call'), agent: defaultAgent },
        signal: stop.signal,
      }),
    act: (tool: string, action: DeviceAction) =>
      askForDevice(action, { tool, call: newId('call'), hosts: undefined }, engine, stop.signal),
    /** Resolves with the sheet as soon as it is open. */
    async sheet(tab = page) {
      await vi.waitFor(() => expect(tab.sheet.value).toHaveLength(1));
      return tab.sheet.value[0] ?? expect.fail('There is no sheet.');
    },
  };
}

function toolNamed(name: string) {
  return definitions.find((tool) => tool.name === name) ?? expect.fail(`There is no tool ${name}.`);
}

const message = (pattern: RegExp) => expect.stringMatching(pattern) as unknown;
const mayAskAgain = { errorType: 'permission_denied', message: message(/may be asked for again/) };
const forGood = { errorType: 'permission_denied', message: message(/will not ask again.*site settings/) };

/** How a tool uses its permission, for tools that the page executes at once. */
const uses: Record<string, () => Promise<unknown>> = {
  get_location: () => callDevice('locate', ['low']),
  send_notification: () => callDevice('notify', [{ title: 'Tea', body: 'is ready', urgency: 'low' }]),
  read_clipboard: () => callDevice('readClipboard', []),
  write_clipboard: () => callDevice('writeClipboard', ['x']),
};

const permissionTools = definitions.flatMap(({ name, permissions: [permission] }) =>
  permission ? [{ tool: name, permission }] : [],
);

it('covers every tool with a permission', () => {
  expect(permissionTools.map(({ tool }) => tool).toSorted()).toEqual(
    [...Object.keys(uses), 'take_photo', 'record_audio'].toSorted(),
  );
});

describe.each(permissionTools)('$tool, which needs $permission', ({ tool, permission }) => {
  const use = async () => (await uses[tool]?.()) as Fallible<unknown> | undefined;

  it('runs without a sheet if it was granted before', async () => {
    const browser = fakeBrowser();
    browser.set(permission, 'granted');
    const { check, page } = openWorld();
    expect(await check(tool)).toBeUndefined();
    expect(page.open.value).toEqual([]);
    expect((await use())?.ok ?? true).toBe(true);
    expect(browser.prompts).toEqual([]);
  });

  it('is asked for by the browser after a tap of the user, and not before', async () => {
    const browser = fakeBrowser();
    const { check, page, sheet } = openWorld();
    const pending = check(tool);
    const prompt = await sheet();
    expect(prompt.subject).toEqual({ type: 'permission', permission });
    expect(browser.prompts).toEqual([]);
    await page.answer(prompt, 'allowed');
    expect(await pending).toBeUndefined();
    expect((await use())?.ok ?? true).toBe(true);
    // Exactly one prompt: `write_clipboard` asks by its first write, so that nothing is written just to ask.
    expect(browser.prompts).toEqual([permission]);
    expect(page.open.value).toEqual([]);
  });

  it('is not requested from the browser if the app’s sheet is refused', async () => {
    const browser = fakeBrowser();
    const { check, page, sheet } = openWorld();
    const pending = check(tool);
    await page.answer(await sheet(), 'denied');
    expect(await pending).toMatchObject(mayAskAgain);
    expect(browser.prompts).toEqual([]);
  });

  it.each([
    ['dismissed', 'dismiss', mayAskAgain],
    ['denied for good', 'deny', forGood],
  ] as const)('is an error of its own where the prompt of the browser is %s', async (_, answer, refusal) => {
    const browser = fakeBrowser({ answer });
    const { check, page, sheet } = openWorld();
    const pending = check(tool);
    await page.answer(await sheet(), 'allowed');
    const verdict = await pending;
    if (tool === 'write_clipboard')
      expect(await use()).toMatchObject({ ok: false, error: { type: 'permission_denied' } });
    else expect(verdict).toMatchObject(refusal);
    expect(browser.prompts).toEqual([permission]);
  });

  it('is refused without a sheet once it is denied, also between two calls', async () => {
    const browser = fakeBrowser();
    browser.set(permission, 'granted');
    const { check, page } = openWorld();
    expect(await check(tool)).toBeUndefined();
    browser.set(permission, 'denied');
    expect(await check(tool)).toMatchObject(forGood);
    expect(page.open.value).toEqual([]);
    expect(browser.prompts).toEqual([]);
    // Revoked after the check: the page reports the refusal too.
    expect((await use())?.ok ?? false).toBe(false);
  });

  it('in the background waits, notifies, and is requested after the tap', async () => {
    const browser = fakeBrowser();
    browser.set('notifications', 'granted');
    if (permission === 'notifications') browser.set(permission, 'prompt');
    browser.hide(true);
    const { check, page, sheet } = openWorld();
    const pending = check(tool);
    const prompt = await sheet();
    if (permission !== 'notifications')
      await vi.waitFor(() => expect(browser.notices).toEqual([message(/^OneClaw: Allow OneClaw to use/)]));
    browser.hide(false);
    expect(browser.prompts).toEqual([]);
    await page.answer(prompt, 'allowed');
    expect(await pending).toBeUndefined();
  });

  it('in the background, and stopped there, is never requested, in any tab', async () => {
    const browser = fakeBrowser();
    browser.hide(true);
    const { check, tabs, stop, sheet } = openWorld(2);
    const pending = check(tool);
    for (const tab of tabs) await sheet(tab);
    stop.abort();
    expect(await pending).toMatchObject({ errorType: 'cancelled' });
    browser.hide(false);
    for (const tab of tabs) expect(tab.open.value).toEqual([]);
    expect(browser.prompts).toEqual([]);
  });

  it('is answered in one tab for all of them', async () => {
    const browser = fakeBrowser();
    const { check, tabs, page, sheet } = openWorld(2);
    const pending = check(tool);
    for (const tab of tabs) await sheet(tab);
    await page.answer(await sheet(), 'allowed');
    expect(await pending).toBeUndefined();
    for (const tab of tabs) expect(tab.open.value).toEqual([]);
    expect(browser.prompts.length).toBeLessThanOrEqual(1);
  });

  it('is refused if the browser does not know the permission', async () => {
    fakeBrowser({ lacks: ['permissions'] });
    const { check, page } = openWorld();
    expect(await check(tool)).toMatchObject({
      errorType: 'permission_denied',
      message: message(/This browser has no/),
    });
    expect(page.open.value).toEqual([]);
  });
});

describe.each([
  ['take_photo', 'camera'],
  ['record_audio', 'microphone'],
] as const)('%s', (tool, device) => {
  it.each([
    ['NotFoundError', new RegExp(`this device has no ${device}`)],
    ['NotReadableError', new RegExp(`the ${device} is in use by another app`)],
  ])('says what is wrong where opening fails with %s', async (mediaError, pattern) => {
    fakeBrowser({ mediaError });
    const { check, page, sheet } = openWorld();
    const pending = check(tool);
    await page.answer(await sheet(), 'allowed');
    expect(await pending).toEqual({ errorType: 'execution_error', message: message(pattern) });
  });
});

it('a slow location is granted as soon as the user has answered', async () => {
  const browser = fakeBrowser();
  Object.assign(navigator.geolocation, {
    getCurrentPosition: () => queueMicrotask(() => browser.set('geolocation', 'granted')),
  });
  const { check, page, sheet } = openWorld();
  const pending = check('get_location');
  await page.answer(await sheet(), 'allowed');
  expect(await pending).toBeUndefined();
});

/** The browser API that each tool needs. */
const apis: [tool: string, lacks: string][] = [
  ['get_location', 'geolocation'],
  ['send_notification', 'Notification'],
  ['read_clipboard', 'clipboard'],
  ['write_clipboard', 'clipboard'],
  ['take_photo', 'mediaDevices'],
  ['record_audio', 'mediaDevices'],
  ['share', 'share'],
  ['pick_contact', 'contacts'],
];

it.each(apis)('%s is not offered to the model if the browser lacks %s', async (tool, lacks) => {
  fakeBrowser({ lacks: [lacks] });
  const { port1, port2 } = new MessageChannel();
  ends.push(() => [port1, port2].forEach((port) => port.close()));
  serveCalls(port1, { device: async () => ({ ok: true, value: deviceFeatures() }) });
  const bridge = createDeviceBridge();
  bridge.connect(port2);
  await bridge.learn();
  expect(bridge.lackOf(toolNamed(tool))).toMatch(/ API$/);
});

const taps: [tool: string, action: DeviceAction, outcome: DeviceOutcome][] = [
  ['open_url', { type: 'open-url', url: 'https://a.example/' }, { did: 'opened' }],
  ['open_file', { type: 'open-file', path: 'a.txt' }, { did: 'opened' }],
  ['share', { type: 'share', text: 'x', paths: [] }, { did: 'shared' }],
  ['create_calendar_event', { type: 'add-event', path: 'a.ics', what: 'Tea' }, { did: 'downloaded' }],
  ['pick_file', { type: 'pick-files', accept: '', multiple: false }, { did: 'picked', files: [] }],
  [
    'pick_contact',
    { type: 'pick-contacts', fields: ['name'], multiple: false },
    { did: 'picked-contacts', contacts: [] },
  ],
];

describe.each(taps)('%s, which needs a tap', (tool, action, outcome) => {
  it('in the background waits, notifies, and is done after the tap', async () => {
    const browser = fakeBrowser();
    browser.set('notifications', 'granted');
    browser.hide(true);
    const { act, page, sheet } = openWorld();
    const pending = act(tool, action);
    const prompt = await sheet();
    await vi.waitFor(() => expect(browser.notices).toHaveLength(1));
    browser.hide(false);
    await page.answer(prompt, outcome);
    expect(await pending).toEqual(outcome);
  });

  it('is withdrawn in all tabs if the call ends first, and an error if it is dismissed', async () => {
    fakeBrowser();
    const stopped = openWorld(2);
    const ended = stopped.act(tool, action);
    await stopped.sheet();
    stopped.stop.abort();
    await expect(ended).rejects.toMatchObject({ type: 'cancelled' });
    for (const tab of stopped.tabs) expect(tab.open.value).toEqual([]);
    const dismissed = openWorld();
    const refused = dismissed.act(tool, action);
    await dismissed.page.answer(await dismissed.sheet(), 'denied');
    await expect(refused).rejects.toMatchObject({ type: 'permission_denied', message: message(/dismissed/) });
  });
});
