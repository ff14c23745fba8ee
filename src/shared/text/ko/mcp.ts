/** Tool servers: added, examined, signed in at, and what they offer and ask in a chat; in Korean. */
import { mcp as english } from '../en/mcp.ts';
import type { Translation } from '../index.ts';

export const mcp: Translation<typeof english> = { ...english };
