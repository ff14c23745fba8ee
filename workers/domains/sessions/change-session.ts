/** The user's own title and pin of a session, and what they leave out of it: checked, because scripts send them, too. */
import type { LeftOut } from '#shared/conversation/left-out.ts';
import type { SessionId } from '#shared/ids.ts';
import { visibleName } from '#shared/invisible.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import { shorten } from '#shared/shorten.ts';
import type { SessionStore } from './store.ts';

/** The longest title, which is one line in a list. */
export const titleCharacters = 200;

type Change = { title: unknown; pinned: unknown; leftOut?: unknown };

export async function changeSession(
  id: SessionId,
  { title, pinned, leftOut }: Change,
  sessions: Pick<SessionStore, 'get' | 'update'>,
): Promise<Fallible<void>> {
  const invalid = (message: string): Fallible<void> => ({
    ok: false,
    error: { type: 'validation_error', message },
  });
  if (!(await sessions.get(id))) return invalid(`There is no session '${id}'.`);
  if (title !== undefined && typeof title !== 'string') return invalid("'title' must be a string.");
  if (pinned !== undefined && typeof pinned !== 'boolean') return invalid("'pinned' must be true or false.");
  if (leftOut !== undefined && !isLeftOut(leftOut))
    return invalid("'leftOut' must be an object with two lists of ids, 'media' and 'messages'.");
  const line = title === undefined ? title : shorten(visibleName(title), titleCharacters, '');
  if (line === '') return invalid("'title' must not be empty.");
  await sessions.update(id, {
    ...(line === undefined ? {} : { title: line, named: 'user' as const }),
    ...(pinned === undefined ? {} : { pinned }),
    ...(leftOut === undefined ? {} : { leftOut: { media: leftOut.media, messages: leftOut.messages } }),
  });
  return { ok: true, value: undefined };
}

function isLeftOut(value: unknown): value is LeftOut {
  const { media, messages } = Object(value) as Record<string, unknown>;
  const areIds = (ids: unknown) => Array.isArray(ids) && ids.every((each) => typeof each === 'string');
  return areIds(media) && areIds(messages);
}
