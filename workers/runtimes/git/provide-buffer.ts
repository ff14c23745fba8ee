/** Defines the global `Buffer` of Node, which isomorphic-git uses; must be imported before it. */
import { Buffer } from 'buffer/index.js';

const scope = globalThis as { Buffer?: unknown };
scope.Buffer ??= Buffer;
