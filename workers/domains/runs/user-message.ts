/** The message of the user that starts a run, with what the app tells the model beside their words. */
import { newId, type MessageId, type RunId } from '#shared/ids.ts';
import type { Message, Note, NotePart } from '#shared/conversation/message.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import type { CarriedText } from '#shared/tools/permission.ts';
import { toldIn } from '#workers/agent/told.ts';
import { toolsForModel } from '#workers/agent/tools-for-model.ts';
import type { UserTurn } from '#workers/contracts/prompt-block.ts';
import type { SessionStore } from '#workers/domains/sessions/store.ts';
import type { Registry } from '#workers/engine/calls/registry.ts';
import type { RunPlan } from './run-plan.ts';
import type { QueuedInput } from './waiting-sends.ts';

export type UserMessageDeps = {
  registry: Pick<Registry, 'select'>;
  /** What the domains tell with a message of the user. */
  tell?(turn: UserTurn): Promise<readonly Note[]>;
};

/** `history`: the messages before it on its branch, oldest first. */
type Turn = {
  input: QueuedInput;
  run: RunId;
  plan: RunPlan;
  history: readonly Message[];
  inherited: CarriedText | undefined;
};

export async function createUserMessage(turn: Turn, deps: UserMessageDeps): Promise<Message> {
  const { input, run, history, inherited } = turn;
  const before = history.at(-1);
  const notes: Note[] = [
    ...(input.isPlanted ? [{ type: 'planted' as const }] : []),
    ...(inherited ? [{ ...inherited, type: 'inherited' as const }] : []),
  ];
  return {
    id: newId('message'),
    session: input.session,
    parent: before?.id ?? null,
    order: (before?.order ?? 0) + 1,
    run,
    role: 'user',
    parts: [
      ...notes.map(toPart),
      ...input.media,
      ...(input.text ? [{ type: 'text' as const, text: input.text }] : []),
      ...(await toldWith(turn, deps)).map(toPart),
    ],
    at: Date.now(),
  };
}

function toPart(note: Note): NotePart {
  return { type: 'note', note };
}

async function toldWith(
  { input, plan: { agent, chain, provider }, history }: Turn,
  { registry, tell }: UserMessageDeps,
): Promise<readonly Note[]> {
  const windows = chain.map(({ traits }) => traits.contextTokens);
  // The guide is no model.
  const contextTokens = provider.kind === 'guide' ? 0 : Math.min(...windows);
  const [model] = chain;
  const offered = model ? toolsForModel(model, registry.select(agent), agent.tools.includes('*')) : [];
  const tools = new Set(offered.map(({ name }) => name));
  return (
    (await tell?.({
      agent,
      text: input.text,
      tools,
      contextTokens,
      told: toldIn(history),
      runs: [...new Set(history.map(({ run }) => run))],
    })) ?? []
  );
}

/** A new branch from the start of a spawned conversation inherits what the first one did. */
export async function inheritedBefore(
  base: MessageId | null,
  known: SessionInfo | undefined,
  { sessions }: { sessions: Pick<SessionStore, 'messages'> },
): Promise<CarriedText | undefined> {
  if (!known || base) return undefined;
  const parts = (await sessions.messages(known.id)).flatMap((message) => message.parts);
  for (const part of parts) if (part.type === 'note' && part.note.type === 'inherited') return part.note;
  return undefined;
}
