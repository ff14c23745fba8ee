/** What tabs tell each other: a tab that comes late hears what is asked, and a stop names its session. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Prompt } from '#shared/tools/permission.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import { createEventBus } from '#workers/engine/events/event-bus.ts';

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
