/** Events between tabs: a new tab receives the open prompts, and a stop names its session. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Prompt } from '#shared/tools/permission.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import { createEventBus } from '#workers/engine/events/event-bus.ts';
import { eventVersion } from '#workers/engine/events/tab-message.ts';

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

function openTab(prompts: readonly Prompt[] = []) {
  const channel = new BroadcastChannel('test-tabs');
  const { port1, port2 } = new MessageChannel();
  const heard: EngineEvent[] = [];
  port1.onmessage = ({ data }: MessageEvent<EngineEvent[]>) => void heard.push(...data);
  ends.push(
    () => channel.close(),
    () => port1.close(),
  );
  const onCancel = vi.fn();
  const bus = createEventBus(channel);
  bus.listen({
    onStop: () => {},
    onCancel,
    onAnswer: () => {},
    onChanged: () => {},
    openPrompts: () => prompts,
  });
  return { bus, heard, onCancel, connect: () => bus.connect(port2) };
}

const prompt: Prompt = {
  id: asId<'prompt'>('prompt_1'),
  subject: { type: 'approval', arguments: { path: 'a.txt' } },
  tool: 'delete_file',
  call: asId<'call'>('call_0'),
  session: asId<'session'>('one'),
};

describe('a tab that comes late', () => {
  it('hears what the others ask, until it is answered', async () => {
    const [asking, late] = [openTab([prompt]), openTab()];
    late.connect();
    await vi.waitFor(() => expect(late.heard).toEqual([{ type: 'permission-request', prompt }]));
    expect(late.bus.askedElsewhere()).toEqual([prompt]);
    asking.bus.post({ type: 'permission-end', prompt: prompt.id, answer: 'denied' });
    await vi.waitFor(() => expect(late.bus.askedElsewhere()).toEqual([]));
  });
});

describe('a call that is stopped from another tab', () => {
  it('is told with its session, because its id may stand for another one there', async () => {
    const [running, other] = [openTab(), openTab()];
    other.bus.cancelElsewhere(prompt.call, prompt.session);
    await vi.waitFor(() => expect(running.onCancel).toHaveBeenCalledWith('call_0', 'one'));
  });
});

describe('a message of an unknown form', () => {
  it.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'stop'],
    ['an event without one', { type: 'event' }],
    ['an event that is null', { type: 'event', version: eventVersion, event: null }],
    [
      'an event of another version',
      { type: 'event', version: eventVersion + 1, event: { type: 'changed', kind: 'files', ids: [] } },
    ],
    [
      'an event of a version without a number',
      { type: 'event', event: { type: 'changed', kind: 'files', ids: [] } },
    ],
    [
      'a change without ids',
      { type: 'event', version: eventVersion, event: { type: 'changed', kind: 'files' } },
    ],
    [
      'a prompt that is none',
      { type: 'event', version: eventVersion, event: { type: 'permission-request', prompt: null } },
    ],
    [
      'an event of a run without a session',
      { type: 'event', version: eventVersion, event: { type: 'run-start', seq: 1 } },
    ],
    ['a stop without a session', { type: 'stop' }],
    ['a cancel without a call', { type: 'cancel', session: 'one' }],
    ['an answer without a prompt', { type: 'answer', answer: 'allowed' }],
    ['a type that is not known', { type: 'shutdown' }],
  ])('is dropped and logged: %s', async (_, message) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const tab = openTab();
    tab.connect();
    const stranger = new BroadcastChannel('test-tabs');
    ends.push(
      () => stranger.close(),
      () => warn.mockRestore(),
    );
    stranger.postMessage(message);
    stranger.postMessage({ type: 'cancel', call: 'call_9', session: 'one' });
    await vi.waitFor(() => expect(tab.onCancel).toHaveBeenCalledWith('call_9', 'one'));
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("'test-tabs' was dropped"));
    expect(tab.heard).toEqual([]);
  });
});
