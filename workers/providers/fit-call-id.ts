/** Call ids that another wire made up, in the form this one takes: the same for a call and its result. */

export type CallIdForm = {
  fits: RegExp;
  /** How long a made one is. */
  length: number;
};

const anyWire: CallIdForm = { fits: /^[\w.:-]{1,64}$/, length: 32 };
/** Mistral refuses any other. */
export const nineCharacters: CallIdForm = { fits: /^[a-zA-Z\d]{9}$/, length: 9 };

export function fitCallId(id: string, { fits, length }: CallIdForm = anyWire): string {
  if (fits.test(id)) return id;
  // FNV-1a, with another start for each few characters; ids only have to differ within a conversation.
  let text = '';
  for (let start = 0; text.length < length; start++) text += hash(id, start).toString(36).padStart(7, '0');
  return text.slice(0, length);
}

function hash(text: string, start: number): number {
  let value = 0x811c9dc5 + start;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}
