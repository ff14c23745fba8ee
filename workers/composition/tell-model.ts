/** Has the domains tell models what they know, with a message of the user; loaded with the first one. */
import type { Note } from '#shared/conversation/message.ts';
import { linesBy } from '#workers/agent/told.ts';
import type { PromptBlock, Told, UserTurn } from '#workers/contracts/prompt-block.ts';
import type { Domain } from '#workers/engine/domain.ts';

export async function tellModel<Engine extends object>(
  domains: readonly Domain<object, Engine>[],
  turn: UserTurn,
  engine: Engine,
): Promise<Note[]> {
  if (turn.contextTokens === 0) return [];
  const notes = await Promise.all(
    domains.flatMap(({ promptBlock }) => (promptBlock ? [tellBlock(promptBlock, turn, engine)] : [])),
  );
  return notes.flat();
}

async function tellBlock<Engine extends object>(
  { name, share, begin, update }: PromptBlock<Engine>,
  { contextTokens, told: before, ...subject }: UserTurn,
  engine: Engine,
): Promise<Note[]> {
  const budgetTokens = Math.floor(contextTokens * share);
  const request = { ...subject, budgetTokens, told: linesBy(name, before) };
  // The system prompt is written once: a chat without one gets it with this message.
  const isNew = !before.some(({ at }) => at === 'start');
  const begun = isNew ? await begin?.(request, engine) : undefined;
  const told = new Map([...request.told, ...(begun?.lines ?? []).map((line) => [line.id, line] as const)]);
  const changed = await update?.({ ...request, told }, engine);
  return [...toNotes(name, begun, 'start'), ...toNotes(name, changed)];
}

function toNotes(by: string, told: Told | undefined, at?: 'start'): Note[] {
  if (!told || told.lines.length === 0) return [];
  const { intro, lines, used = [] } = told;
  return [
    ...(used.length > 0 ? [{ type: 'memories' as const, used }] : []),
    { type: 'told', by, ...(at ? { at } : {}), intro, lines },
  ];
}
