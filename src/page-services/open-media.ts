/** The camera or the microphone, and why it could not be opened. */
import { messageOf } from '#shared/message-of.ts';

export function openMedia(wanted: MediaStreamConstraints): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia(wanted);
}

/**
 * Explains an error of `getUserMedia` to the user and the model.
 * https://w3c.github.io/mediacapture-main/#dom-mediadevices-getusermedia
 */
export function explainMedia(error: unknown, device: 'camera' | 'microphone'): string {
  switch (error instanceof Error ? error.name : '') {
    case 'NotFoundError':
      return `this device has no ${device}, or none is connected`;
    case 'NotReadableError':
    case 'AbortError':
      return `the ${device} is in use by another app or page, or the system blocks it`;
    case 'NotAllowedError':
      return `the permission for the ${device} was taken back`;
    default:
      return messageOf(error);
  }
}
