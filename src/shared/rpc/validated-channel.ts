/**
 * Validates messages of a BroadcastChannel: another script or another version of the app may send
 * data of any form.
 */
import { messageOf } from '../message-of.ts';

export type ReceivingChannel = Pick<BroadcastChannel, 'name' | 'onmessage' | 'onmessageerror'>;

/**
 * Passes valid messages to `receive`. Invalid ones are dropped with a warning, and an error of
 * `receive` is only logged.
 */
export function receiveValidated<Message>(
  channel: ReceivingChannel,
  isMessage: (data: unknown) => data is Message,
  receive: (message: Message) => void,
): void {
  const drop = (reason: string) => console.warn(`A message on '${channel.name}' was dropped: ${reason}`);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isMessage(data)) return drop('its form is not known; it may be of another version of the app');
    try {
      receive(data);
    } catch (error) {
      drop(messageOf(error));
    }
  };
  channel.onmessageerror = () => drop('it could not be read');
}
