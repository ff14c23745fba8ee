/**
 * A number that changes when link definitions were found: memoized blocks then render again, because the same
 * text has other tokens.
 */
import { createContext } from 'preact';

export const EditionContext = createContext(0);
