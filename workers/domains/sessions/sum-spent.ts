/** The tokens and cost (US dollars) of all answers of a conversation. */
import type { Message } from '#shared/conversation/message.ts';
import type { SessionSpent } from '#shared/conversation/session.ts';

/** Branches that are not shown were paid for, too. */
export function sumSpent(messages: readonly Message[]): SessionSpent {
  const answers = messages.filter(({ usage }) => usage);
  const tokens = answers.reduce(
    (sum, { usage }) => sum + (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0),
    0,
  );
  const isPriced = answers.length > 0 && answers.every(({ cost }) => cost !== undefined);
  return { tokens, ...(isPriced ? { cost: answers.reduce((sum, { cost = 0 }) => sum + cost, 0) } : {}) };
}
