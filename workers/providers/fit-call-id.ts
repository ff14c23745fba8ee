/** Turns call ids of other services into ones that this service accepts; a call and its result get the same. */

type CallIdForm = {
  accepted: RegExp;
  /** Length of a generated id. */
  length: number;
};

const defaultForm: CallIdForm = { accepted: /^[\w.:-]{1,64}$/, length: 32 };
/** Mistral rejects any other. */
export const mistralCallId: CallIdForm = { accepted: /^[a-zA-Z\d]{9}$/, length: 9 };

export function fitCallId(id: string, { accepted, length }: CallIdForm = defaultForm): string {
  if (accepted.test(id)) return id;
  // FNV-1a with a different seed for each seven characters; ids only have to differ within a conversation.
  let text = '';
  for (let seed = 0; text.length < length; seed++) text += hash(id, seed).toString(36).padStart(7, '0');
  return text.slice(0, length);
}

function hash(text: string, seed: number): number {
  let value = 0x811c9dc5 + seed;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}
