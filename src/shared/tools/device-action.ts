/**
 * An action that a tool requests of the user, because the browser allows it only after a tap or the user has
 * to choose.
 */

export type DeviceAction =
  /** An address of one of `openableProtocols`. */
  | { type: 'open-url'; url: string }
  /** To another app, by the share sheet of the system; `paths` are files of the workspace. */
  | { type: 'share'; title?: string; text?: string; url?: string; paths: readonly string[] }
  /** A file of the workspace: in the app's own viewer. */
  | { type: 'open-file'; path: string }
  /** A file of the workspace, shared or downloaded. `what` describes it, such as 'Dinner, Friday 19:00'. */
  | { type: 'hand-over' | 'add-event'; path: string; what: string }
  /** `accept`: as of an `input` of type file, such as 'image/*,.pdf'; '' takes any. */
  | { type: 'pick-files'; accept: string; multiple: boolean }
  | { type: 'pick-contacts'; fields: readonly ContactField[]; multiple: boolean }
  | { type: 'take-photo'; camera: 'front' | 'back' }
  | { type: 'record-audio'; maxSeconds: number };

export const openableProtocols = ['http:', 'https:', 'mailto:', 'tel:', 'sms:', 'geo:'] as const;

export const contactFields = ['name', 'email', 'tel', 'address'] as const;
type ContactField = (typeof contactFields)[number];
/** All values of a field, as many as the contact has. */
export type PickedContact = Partial<Record<ContactField, string[]>>;

/**
 * The length of the recording, and why it ended: the page was hidden, or the device delivered no
 * more sound.
 */
export type EndedEarly = { seconds: number; why: 'hidden' | 'device' };

/** The result of the action; the user may also dismiss it. */
export type DeviceOutcome =
  | { did: 'opened' | 'shared' | 'downloaded' }
  /** In a conversation: the card of the call has buttons for it, now and later, and the run goes on. */
  | { did: 'offered' }
  | { did: 'picked'; files: File[] }
  | { did: 'picked-contacts'; contacts: PickedContact[] }
  /** `endedEarly`: the recording ended before its time, and the user did not end it. */
  | { did: 'captured'; file: File; endedEarly?: EndedEarly }
  /** The device refused; `reason` is the browser's message. */
  | { did: 'failed'; reason: string };

/** The entry in the metadata of a result with the file that its card offers to share or download. */
export const offeredFile = 'offered_file';
