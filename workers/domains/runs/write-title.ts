/** The title of a chat, written by its own model after the first exchange; whatever fails leaves the first line. */
import type { SessionId } from '#shared/ids.ts';
import { hasNetwork } from '#shared/models/provider.ts';
import { priced } from '#workers/agent/model.ts';
import { overBudget } from '#workers/agent/budget.ts';
import { countUsage } from '#workers/agent/count-usage.ts';
import { readTitle, titleRequest } from '#workers/agent/title.ts';
import type { SessionStore } from '#workers/domains/sessions/store.ts';
import type { Spending } from '#workers/domains/budget/spending.ts';
import type { TitleSwitch } from '#workers/domains/sessions/title-switch.ts';
import { shownBranch } from './branches.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import type { RunPlan } from './run-plan.ts';

export type TitlePorts = {
  bus: Pick<EventBus, 'post'>;
  sessions: Pick<SessionStore, 'get' | 'messages' | 'nameByModel' | 'countCompleted'>;
  spending: Spending;
  titleSwitch: TitleSwitch;
};

/** A title that takes longer is not worth its wait. */
const mostMs = 30_000;

/** Never throws, and nobody waits for it: a run is over before its chat is named. */
export async function writeTitle(id: SessionId, plan: RunPlan, ports: TitlePorts): Promise<void> {
  try {
    if (await isDue(id, plan, ports)) await write(id, plan, ports);
  } catch (error) {
    console.warn('No title was written.', error);
  }
}

async function isDue(
  id: SessionId,
  { chain: [model] }: RunPlan,
  { sessions, spending, titleSwitch }: TitlePorts,
): Promise<boolean> {
  // On the device it would take minutes, and the guide has no words of its own.
  if (!model || !hasNetwork(model.kind) || !(await titleSwitch.isOn())) return false;
  const session = await sessions.get(id);
  if (!session || session.named || (await sessions.countCompleted(id)) !== 1) return false;
  const [day, today] = await Promise.all([spending.budget(), spending.soFar()]);
  return overBudget({ tokens: 0, cost: 0 }, today, { run: {}, day }) === undefined;
}

async function write(
  id: SessionId,
  { chain: [model] }: RunPlan,
  { bus, sessions, spending }: TitlePorts,
): Promise<void> {
  const session = await sessions.get(id);
  if (!model || !session) return;
  const { messages } = shownBranch(await sessions.messages(id), session.head);
  const request = titleRequest(messages);
  const count = countUsage(model.kind, request);
  const { title, problem } = await readTitle(model.stream(request, AbortSignal.timeout(mostMs)), count.see);
  const usage = count.total();
  if (usage) {
    const { cost = 0 } = priced(model, usage);
    await spending.add({ tokens: usage.inputTokens + usage.outputTokens, cost });
  }
  if (title === undefined) return console.warn(`No title was written: ${problem ?? 'unknown'}.`);
  await sessions.nameByModel(id, title);
  bus.post({ type: 'changed', kind: 'sessions', ids: [id] });
}
