/**
 * Messages on a channel: an unknown or unreadable one, or one whose listener throws, is logged; later ones
 * are handled.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { receiveValidated, type ReceivingChannel } from '#shared/rpc/validated-channel.ts';

afterEach(() => void vi.restoreAllMocks());

describe('a channel', () => {
  it('delivers valid messages, and continues after all others', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const channel: ReceivingChannel = { name: 'tabs', onmessage: null, onmessageerror: null };
    const heard: number[] = [];
    receiveValidated(
      channel,
      (data) => typeof data === 'number',
      (value) => {
        if (value < 0) throw new RangeError('Too small.');
        heard.push(value);
      },
    );
    const send = (data: unknown) =>
      void channel.onmessage?.call(null as never, new MessageEvent('message', { data }));
    for (const data of [1, null, 'two', -1, 2]) send(data);
    channel.onmessageerror?.call(null as never, new MessageEvent('messageerror'));
    expect(heard).toEqual([1, 2]);
    expect(
      warn.mock.calls.map(([words]) => String(words).replace(/^A message on 'tabs' was dropped: /, '')),
    ).toEqual([
      'its form is not known; it may be of another version of the app',
      'its form is not known; it may be of another version of the app',
      'Too small.',
      'it could not be read',
    ]);
  });
});
