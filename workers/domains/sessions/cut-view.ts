/** A view without the beginning of its branch: as much as a page shows at once. */
import type { SessionView } from '#shared/conversation/session.ts';

/** `order`: of the first message that stays. */
export function cutView(view: SessionView, order: number): SessionView {
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
