/** Tells memoized blocks that link definitions have been found: the same text has other tokens now. */
import { createContext } from 'preact';

export const EditionContext = createContext(0);
