/** A session is a tree of messages; a branch is one path through it, and one branch is shown. */
import type { MessageId } from '#shared/ids.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { SessionView } from '#shared/conversation/session.ts';

export type ShownBranch = Required<Pick<SessionView, 'messages' | 'branches'>>;

/**
 * The branch through the message `through`, down to its newest descendant; if that message is unknown, the newest branch.
 * `branches` lists the siblings of every message that has some.
 */
export function shownBranch(all: readonly Message[], through: MessageId | null): ShownBranch {
  const byId = new Map(all.map((message) => [message.id, message]));
  const children = childrenOf(all, byId);
  const messages: Message[] = [];
  for (let at = (through && byId.get(through)) ?? undefined; at; at = parentOf(at, byId))
    messages.unshift(at);
  messages.push(...newestEnd(messages.at(-1)?.id ?? null, children));
  const branches: ShownBranch['branches'] = {};
  for (const { id, parent } of messages) {
    const siblings = children.get(known(parent, byId)) ?? [];
    if (siblings.length > 1) branches[id] = siblings.map((sibling) => sibling.id);
  }
  return { messages, branches };
}

type Children = ReadonlyMap<MessageId | null, readonly Message[]>;

function childrenOf(all: readonly Message[], byId: ReadonlyMap<MessageId, Message>): Children {
  const children = new Map<MessageId | null, Message[]>();
  // Oldest first: the order in which siblings are counted.
  for (const message of all.toSorted((one, other) => one.at - other.at || one.order - other.order)) {
    const parent = known(message.parent, byId);
    const list = children.get(parent);
    if (list) list.push(message);
    else children.set(parent, [message]);
  }
  return children;
}

/** The path down from a message, always to the newest child. */
function newestEnd(from: MessageId | null, children: Children): Message[] {
  const path: Message[] = [];
  for (let next = children.get(from)?.at(-1); next; next = children.get(next.id)?.at(-1)) path.push(next);
  return path;
}

function parentOf(message: Message, byId: ReadonlyMap<MessageId, Message>): Message | undefined {
  return message.parent ? byId.get(message.parent) : undefined;
}

/** A message whose parent is missing becomes a root, instead of being lost with it. */
function known(parent: MessageId | null, byId: ReadonlyMap<MessageId, Message>): MessageId | null {
  return parent && byId.has(parent) ? parent : null;
}
