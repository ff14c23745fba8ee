/** Where the text is: the folder its paths start from, and whether it is inside a link, which may not contain another. */
import { createContext } from 'preact';

/** '' is the workspace itself; null for a text that names no files of the workspace, such as that of a document. */
export const FolderContext = createContext<string | null>(null);
export const InLinkContext = createContext(false);
