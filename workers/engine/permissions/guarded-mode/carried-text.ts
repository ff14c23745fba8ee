/** What text from outside and private data a conversation hands on to another one. Pure. */
import type { Message } from '#shared/conversation/message.ts';
import type { CarriedText } from '#shared/tools/permission.ts';
import { readTrace, type FindTool } from './read-trace.ts';

/**
 * A spawned conversation inherits it in its first message. Its reply is, for the parent, text from each of these
 * sources, and the user's own only without any.
 */
export function carriedText(messages: readonly Message[], find: FindTool): CarriedText {
  const { sources, hasPrivate, hasTyped } = readTrace(messages, find);
  // One of each kind and name: a long conversation has thousands.
  const unique = new Map(sources.map((source) => [JSON.stringify(source), source]));
  return { sources: [...unique.values()], hasPrivate: hasPrivate || hasTyped };
}
