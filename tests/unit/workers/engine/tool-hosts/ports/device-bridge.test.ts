/** The device port of a tool: only what the tool declared, and a tap that ends as a result or an error. */
import { afterEach, describe, expect, it } from 'vitest';
import { newId } from '#shared/ids.ts';
import { callOver, serveCalls } from '#shared/rpc/port-calls.ts';
import type { DeviceAction } from '#shared/tools/device-action.ts';
import type { PromptAnswer } from '#shared/tools/permission.ts';
import type { Question } from '#workers/contracts/user-prompter.ts';
import type { DeviceApi } from '#workers/contracts/tool-host-protocol.ts';
import { createPrompts } from '#workers/engine/permissions/prompts.ts';
import { askForDevice } from '#workers/engine/tool-hosts/ports/ask-for-device.ts';
import { createDeviceBridge } from '#workers/engine/tool-hosts/ports/device-bridge.ts';

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

function lend(tool: Partial<Parameters<ReturnType<typeof createDeviceBridge>['servePort']>[0]>) {
  const { port1, port2 } = new MessageChannel();
  const called: string[] = [];
  const device = async (name: string) => {
    if (name === 'features') return { ok: true, value: ['vibration'] };
    called.push(name);
    return { ok: true, value: undefined };
  };
  serveCalls(port1, { device });
  const bridge = createDeviceBridge();
  bridge.connect(port2);
  const over = new AbortController();
  const ask = async () => ({ ok: true, value: { did: 'opened' } }) as const;
  const ipService = async () => ({ ok: true, value: 'https://where.example/' }) as const;
  const port = bridge.servePort({ permissions: [], ...tool }, { ask, ipService }, over.signal);
  ends.push(() => [port1, port2, port].forEach((each) => each.close()));
  return { called, learn: bridge.learn, ...callOver<DeviceApi>(port) };
}

const calls: [keyof DeviceApi, unknown[], object][] = [
  ['locate', ['low'], { permissions: ['geolocation'] }],
  ['notify', [{ title: '', body: '', urgency: 'low' }], { permissions: ['notifications'] }],
  ['readClipboard', [], { permissions: ['clipboard-read'] }],
  ['writeClipboard', ['x'], { permissions: ['clipboard-write'] }],
  ['vibrate', [[1]], { features: ['vibration'] }],
  ['battery', [], { features: ['battery'] }],
  ['keepAwake', [1], { features: ['wake-lock'] }],
  ['ask', [{ type: 'open-url', url: 'https://a.example/' }], { waitsForUser: true }],
];

describe('the device port', () => {
  it.each(calls)('has %s for a tool that declared it only', async (method, values, declared) => {
    const without = lend({});
    await expect(without.call(method, ...(values as never))).rejects.toThrow('did not declare');
    expect(without.called).toEqual([]);
    expect(await lend(declared).call(method, ...(values as never))).toMatchObject({ ok: true });
  });

  it('draws no SVG that would freeze the page', async () => {
    const { call, called } = lend({});
    const svg = (text: string) => new Blob([text]);
    await call('drawSvg', svg('<svg width="4" height="3"/>'), 40, 30);
    expect(called).toEqual(['drawSvg']);
    for (const [drawing, width, height] of [
      [svg(`<svg>${'<g/>'.repeat(40_000)}</svg>`), 4, 3],
      [svg('no drawing'), 4, 3],
      [svg('<svg/>'), 16_000, 16_000],
      [svg('<svg/>'), 0, 3],
      [svg('<svg/>'), 1.5, Number.NaN],
    ] as const)
      await expect(call('drawSvg', drawing, width, height)).rejects.toThrow('no SVG, or too large');
    expect(called).toEqual(['drawSvg']);
  });

  it('names what the browser lacks', async () => {
    const { call, learn } = lend({});
    expect(await call('absent')).toEqual({ ok: true, value: [] });
    await learn();
    const { value } = (await call('absent')) as { value: string[] };
    expect(value).toContain('Web Share API');
    expect(value).not.toContain('Vibration API');
  });
});

describe('a tap', () => {
  const url = 'https://a.example/?q=1';
  function setUp(answer: PromptAnswer) {
    const asked: Question[] = [];
    const prompts = {
      ask: async (question: Question) => {
        asked.push(question);
        return answer;
      },
    };
    const ask = (action: DeviceAction, hosts?: { allow?: string[]; block?: string[] }) =>
      askForDevice(
        action,
        { tool: 'open_url', call: newId('call'), hosts },
        prompts,
        new AbortController().signal,
      );
    return { asked, ask };
  }

  it('is asked for with the whole action, and gives what came of it', async () => {
    const { asked, ask } = setUp({ did: 'opened' });
    expect(await ask({ type: 'open-url', url })).toEqual({ did: 'opened' });
    expect(asked).toMatchObject([{ tool: 'open_url', subject: { type: 'device', action: { url } } }]);
  });

  it.each<[PromptAnswer, string, string]>([
    ['denied', 'permission_denied', 'may be asked again'],
    ['cancelled', 'cancelled', 'stopped'],
    [{ did: 'failed', reason: 'No camera.' }, 'execution_error', 'No camera.'],
    // An answer that a page of another version might send.
    ['allowed', 'permission_denied', 'dismissed'],
  ])('answered with %j is the error %s', async (answer, type, message) => {
    const pending = setUp(answer).ask({ type: 'open-url', url });
    await expect(pending).rejects.toMatchObject({
      type,
      message: expect.stringContaining(message) as unknown,
    });
  });

  it('that needs no answer is offered on the card in a conversation, and asked for elsewhere', async () => {
    const prompted: Question[] = [];
    const prompts = {
      ask: async (question: Question): Promise<PromptAnswer> => (prompted.push(question), { did: 'shared' }),
    };
    const caller = { tool: 'share', call: newId('call'), hosts: undefined };
    const inChat = { ...caller, session: newId('session') };
    const { signal } = new AbortController();
    const ask = (action: DeviceAction, from: typeof caller) => askForDevice(action, from, prompts, signal);
    for (const action of [
      { type: 'share', text: 'x', paths: [] },
      { type: 'open-file', path: 'a.txt' },
      { type: 'hand-over', path: 'a.txt', what: '' },
      { type: 'add-event', path: 'a.ics', what: 'Tea' },
    ] satisfies DeviceAction[])
      expect(await ask(action, inChat)).toEqual({ did: 'offered' });
    expect(prompted).toEqual([]);
    expect(await ask({ type: 'share', text: 'x', paths: [] }, caller)).toEqual({ did: 'shared' });
    // What only the user can give is still waited for.
    expect(await ask({ type: 'pick-files', accept: '', multiple: false }, inChat)).toEqual({ did: 'shared' });
    expect(prompted).toHaveLength(2);
  });

  it("for an address that the agent's lists refuse is not asked for", async () => {
    const { asked, ask } = setUp({ did: 'opened' });
    await expect(ask({ type: 'open-url', url }, { allow: ['b.example'] })).rejects.toThrow('a.example');
    expect(asked).toEqual([]);
    expect(
      await ask({ type: 'open-url', url: 'mailto:a@b.example' }, { allow: ['b.example'] }),
    ).toBeDefined();
  });

  it('tells all tabs that it is over, and none what was picked', async () => {
    const events: unknown[] = [];
    const prompts = createPrompts((event) => events.push(event));
    const pending = prompts.ask({
      subject: { type: 'device', action: { type: 'pick-files', accept: '', multiple: false } },
      tool: 'pick_file',
      call: newId('call'),
      signal: new AbortController().signal,
    });
    await expect.poll(() => prompts.open()).toHaveLength(1);
    const file = new File(['secret'], 'a.txt');
    for (const { id } of prompts.open()) prompts.answer(id, { did: 'picked', files: [file] });
    expect(await pending).toEqual({ did: 'picked', files: [file] });
    expect(events.at(-1)).toMatchObject({ type: 'permission-end', answer: 'allowed' });
  });
});
