/** A session as the page opens it: the stored messages, and the events of its unfinished run in any tab. */
import type { MessageId, SessionId } from '#shared/ids.ts';
import type { EarlierMessages, SessionView } from '#shared/conversation/session.ts';
import { todosOf } from '#shared/conversation/todo.ts';
import type { SessionStore } from './store.ts';
import { shownBranch } from './branches.ts';
import { foldRun, readUnfinishedRun } from './journal/unfinished-runs.ts';

export type ViewDeps = {
  sessions: Pick<SessionStore, 'get' | 'message' | 'messages' | 'lastRun'>;
  /** `view`: the live view of a run of this tab. */
  runs: { view(session: SessionId): SessionView | undefined };
  journals: FileSystemDirectoryHandle;
};

/** A few screenfuls: a chat with ten thousand messages opens as fast as one with ten. */
const shownAtFirst = 60;
/** How many earlier messages are read at once: as many as can be drawn between two frames of a scroll. */
const shownAtOnce = 16;
/** Messages shown above one that is jumped to. */
const lead = 10;

/** The end of the shown branch; from the message `from` on, if it is on that branch. */
export async function openSessionView(
  id: SessionId,
  deps: ViewDeps,
  from?: MessageId,
): Promise<SessionView | null> {
  const running = await openRunView(id, deps);
  if (running) {
    const at = running.messages.findIndex((message) => message.id === from);
    const first = running.messages.at(at < 0 ? -shownAtFirst : Math.max(0, at - lead));
    const todos = todosOf(running.messages);
    return { ...cutView(running, first?.order ?? 0), ...(todos ? { todos } : {}) };
  }
  const { sessions } = deps;
  const session = await sessions.get(id);
  if (!session) return null;
  const first = from && (await sessions.message(from));
  const head = session.head ? await sessions.message(session.head) : undefined;
  const order = first?.session === id ? first.order - lead : (head?.order ?? 0) - shownAtFirst;
  // Reads one message more than is shown, because siblings are found by their parent.
  const [messages, last] = await Promise.all([sessions.messages(id, order - 1), sessions.lastRun(id)]);
  const view = { id, ...shownBranch(messages, session.head), ...(last ? { outcome: last.outcome } : {}) };
  return cutView(view, order);
}

/** The messages right before one of the shown branch. */
export async function readEarlier(
  id: SessionId,
  before: MessageId,
  deps: ViewDeps,
): Promise<EarlierMessages> {
  const running = await openRunView(id, deps);
  const at = running?.messages.findIndex((message) => message.id === before) ?? -1;
  if (running && at >= 0) {
    const first = running.messages[Math.max(0, at - shownAtOnce)];
    const messages = running.messages.slice(0, at);
    return earlierOf(cutView({ ...running, messages }, first?.order ?? 0));
  }
  const next = await deps.sessions.message(before);
  if (next?.session !== id) return { messages: [], branches: {}, isCut: false };
  const order = next.order - shownAtOnce;
  const stored = await deps.sessions.messages(id, order - 1, next.order);
  const { messages, branches } = shownBranch(stored, before);
  return earlierOf(cutView({ id, messages: messages.filter((each) => each.id !== before), branches }, order));
}

function earlierOf({ messages, branches = {}, isCut = false }: SessionView): EarlierMessages {
  return { messages, branches, isCut };
}

/** The whole session if it has an unfinished run: not all of its messages are stored. */
async function openRunView(
  id: SessionId,
  { runs, journals, sessions }: ViewDeps,
): Promise<SessionView | null> {
  const live = runs.view(id);
  if (live) return live;
  // Race condition: read before the store, so that a run committed in between is in both.
  const events = await readUnfinishedRun(id, journals);
  return events.length > 0 ? foldRun(id, await sessions.messages(id), events) : null;
}

/** All of the shown branch. */
export async function wholeSessionView(id: SessionId, deps: ViewDeps): Promise<SessionView | null> {
  const running = await openRunView(id, deps);
  if (running) return running;
  const session = await deps.sessions.get(id);
  if (!session) return null;
  const [messages, last] = await Promise.all([deps.sessions.messages(id), deps.sessions.lastRun(id)]);
  return { id, ...shownBranch(messages, session.head), ...(last ? { outcome: last.outcome } : {}) };
}

/** Leaves out the messages of the branch before `order`. */
function cutView(view: SessionView, order: number): SessionView {
  const messages = view.messages.filter((message) => message.order >= order);
  const [first] = messages;
  if (!first?.parent) return messages.length === view.messages.length ? view : { ...view, messages };
  const branches: NonNullable<SessionView['branches']> = {};
  for (const { id } of messages) {
    const siblings = view.branches?.[id];
    if (siblings) branches[id] = siblings;
  }
  return { ...view, messages, branches, isCut: true };
}
