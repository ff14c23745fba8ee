/** Asks the chat's model for a title after the first exchange; on failure the first line stays the title. */
import type { SessionId } from '#shared/ids.ts';
import { hasNetwork } from '#shared/models/provider.ts';
import { priced } from '#workers/agent/model.ts';
import { overBudget } from '#workers/agent/budget.ts';
import { createLeaveOut } from '#workers/agent/leave-out.ts';
import { countUsage } from '#workers/agent/count-usage.ts';
import { readTitle, titleRequest } from '#workers/agent/title.ts';
import type { SessionStore } from '#workers/domains/sessions/store.ts';
import type { Spending } from '#workers/domains/budget/spending.ts';
import type { TitleSwitch } from '#workers/domains/sessions/title-switch.ts';
import { shownBranch } from '../sessions/branches.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import type { RunPlan } from './run-plan.ts';

export type TitleDeps = {
  bus: Pick<EventBus, 'post'>;
  sessions: Pick<SessionStore, 'get' | 'messages' | 'nameByModel' | 'countCompleted'>;
  spending: Spending;
  titleSwitch: TitleSwitch;
};

/** Longer is not worth waiting for. */
const maxMs = 30_000;

/** Never throws. Not awaited: the run is over before its chat is named. */
export async function writeTitle(id: SessionId, plan: RunPlan, deps: TitleDeps): Promise<void> {
  try {
    if (await isDue(id, plan, deps)) await write(id, plan, deps);
  } catch (error) {
    console.warn('No title was written.', error);
  }
}

async function isDue(
  id: SessionId,
  { chain: [model] }: RunPlan,
  { sessions, spending, titleSwitch }: TitleDeps,
): Promise<boolean> {
  // On-device models take minutes, and the guide cannot write one.
  if (!model || !hasNetwork(model.kind) || !(await titleSwitch.isOn())) return false;
  const session = await sessions.get(id);
  if (!session || session.named || (await sessions.countCompleted(id)) !== 1) return false;
  const [day, today] = await Promise.all([spending.budget(), spending.soFar()]);
  return overBudget({ tokens: 0, cost: 0 }, today, { run: {}, day }) === undefined;
}

async function write(
  id: SessionId,
  { chain: [model] }: RunPlan,
  { bus, sessions, spending }: TitleDeps,
): Promise<void> {
  const session = await sessions.get(id);
  if (!model || !session) return;
  const { messages } = shownBranch(await sessions.messages(id), session.head);
  const request = titleRequest(createLeaveOut(session.leftOut)(messages));
  const count = countUsage(model.kind, request);
  const { title, problem } = await readTitle(model.stream(request, AbortSignal.timeout(maxMs)), count.see);
  const usage = count.total();
  if (usage) {
    const { cost = 0 } = priced(model, usage);
    await spending.add({ tokens: usage.inputTokens + usage.outputTokens, cost });
  }
  if (title === undefined) return console.warn(`No title was written: ${problem ?? 'unknown'}.`);
  await sessions.nameByModel(id, title);
  bus.post({ type: 'changed', kind: 'sessions', ids: [id] });
}
