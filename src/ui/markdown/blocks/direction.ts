/** In which direction a block of Markdown is written. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** True in a list or a quotation, whose blocks have its direction. */
export const NestedContext = createContext(false);

/**
 * A block is written in the direction of its own first letter outside code, because an answer may use several languages;
 * without a letter, in that of the interface.
 */
export function useDirection({ raw }: { raw: string }): 'auto' | undefined {
  return !useContext(NestedContext) && /\p{L}/u.test(raw) ? 'auto' : undefined;
}
