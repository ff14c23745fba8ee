/** Sampling: asks the user's model for a server, within the server's and the daily budget, and logs it. */
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import { standaloneMessage } from '#shared/conversation/message.ts';
import { priced } from '#workers/agent/model.ts';
import { overBudget } from '#workers/agent/budget.ts';
import { countUsage } from '#workers/agent/count-usage.ts';
import type { RunningCall, Requester } from '#workers/mcp/requests/running-calls.ts';
import type { SampleParams, SampleResult } from '#workers/mcp/connection/link.ts';
import type { ModelEvent, ModelRequest } from '#workers/contracts/provider.ts';
import type { SampledTokens } from './sampled-tokens.ts';
import type { SessionStore } from '#workers/domains/sessions/store.ts';
import type { Spending } from '#workers/domains/budget/spending.ts';
import { planRun, type PlanDeps } from '#workers/domains/runs/run-plan.ts';

export type SampleDeps = PlanDeps & {
  sessions: Pick<SessionStore, 'get'>;
  spending: Spending;
  sampled: SampledTokens;
  /** Runs `work` under a lock held across all tabs; `signal` ends the wait for it. */
  withLock<T>(name: string, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
};

/** Throws errors whose messages are sent to the server as protocol errors. */
export async function sampleForServer(
  requester: Requester,
  params: SampleParams,
  signal: AbortSignal,
  deps: SampleDeps,
): Promise<SampleResult> {
  const { record, runningCalls } = requester;
  callOf(runningCalls);
  // Under a lock: requests that run at once would all pass the budget before any of them is counted.
  const result = runningCalls.samples.enter(() =>
    deps.withLock(
      `oneclaw-sampling-${record.id}`,
      async () => {
        await refuseOverBudget(requester, deps);
        return sample(requester, params, signal, deps);
      },
      signal,
    ),
  );
  if (!result) throw new Error('This server asks too much at once. Wait for the answers.');
  return result;
}

function callOf(runningCalls: Requester['runningCalls']): RunningCall {
  const call = runningCalls.current();
  if (!call) throw new Error('Sampling is only allowed during a tool call, and none is running.');
  return call;
}

async function refuseOverBudget(
  { record: { id, sampling } }: Requester,
  { sampled, spending }: SampleDeps,
): Promise<void> {
  if ((await sampled.today(id)) >= sampling.tokensPerDay)
    throw new Error('This server has used up its tokens for today.');
  const [day, today] = await Promise.all([spending.budget(), spending.soFar()]);
  if (overBudget({ tokens: 0, cost: 0 }, today, { run: {}, day }))
    throw new Error('The user’s budget for today is used up.');
}

type Reply = { text: string; stopReason: 'endTurn' | 'maxTokens' };

async function sample(
  { record, runningCalls, log }: Requester,
  params: SampleParams,
  signal: AbortSignal,
  deps: SampleDeps,
): Promise<SampleResult> {
  // The call may have ended while this waited for the lock.
  const call = callOf(runningCalls);
  const { session } = call.control.caller;
  const planned = await planRun({}, session ? await deps.sessions.get(session) : undefined, deps);
  const model = planned.ok ? planned.plan.chain[0] : undefined;
  if (!model) throw new Error('There is no model to ask.');

  const server = record.title || record.name;
  const request = toRequest(server, params);
  const count = countUsage(model.kind, request);
  const stop = AbortSignal.any([signal, call.control.signal, AbortSignal.timeout(mcpLimits.answerMs)]);
  call.control.progress(`${server}: sampling/createMessage`);
  const asked = params.messages.map(({ content }) => textOf(content)).join('\n');
  log.add('server', 'notice', `sampling/createMessage: ${asked}`);
  const reply: Reply = { text: '', stopReason: 'endTurn' };
  stop.throwIfAborted();
  try {
    // The limit in characters, roughly four per token, because no provider format here takes a limit per
    // request.
    const most = Math.min(params.maxTokens, mcpLimits.sampleTokens) * 4;
    await runningCalls.whileAsked(() => readReply(model.stream(request, stop), reply, most, count.see));
  } finally {
    // A request that is aborted before its first word has used its input tokens all the same.
    if (stop.aborted) count.begin();
    const usage = count.total();
    const tokens = usage ? usage.inputTokens + usage.outputTokens : 0;
    if (usage) await deps.spending.add({ tokens, cost: priced(model, usage).cost ?? 0 });
    await deps.sampled.add(record.id, tokens);
    log.add(
      'app',
      'notice',
      `sampling/createMessage: ${model.author.model}, ${tokens} tokens: ${reply.text}`,
    );
  }
  const { text, stopReason } = reply;
  return { model: model.author.model, role: 'assistant', content: { type: 'text', text }, stopReason };
}

/** Fills `reply` as the text arrives, so that a request that fails is logged with the text so far. */
async function readReply(
  events: AsyncIterable<ModelEvent>,
  reply: Reply,
  maxCharacters: number,
  see: (event: ModelEvent) => void,
): Promise<void> {
  for await (const event of events) {
    see(event);
    if (event.type === 'text-delta') reply.text += event.text;
    else if (event.type === 'restart') reply.text = '';
    if (event.type === 'error') throw new Error(`The model failed: ${event.error.type}.`);
    if (reply.text.length < maxCharacters) continue;
    reply.text = reply.text.slice(0, maxCharacters);
    reply.stopReason = 'maxTokens';
    return;
  }
}

function toRequest(server: string, { messages, systemPrompt = '' }: SampleParams): ModelRequest {
  if (messages.length > mcpLimits.sampleMessages) throw new Error('There are too many messages.');
  const words = messages.map(({ role, content }) => ({ role, text: textOf(content) }));
  if (words.reduce((sum, { text }) => sum + text.length, 0) > mcpLimits.sampleCharacters)
    throw new Error('The messages are too long.');
  const system =
    `The tool server "${server}" asks you something while it works for the user. Answer it in text; you have no tools ` +
    `and know nothing of the user's conversation.${systemPrompt ? `\n\n${systemPrompt.slice(0, 10_000)}` : ''}`;
  const asked = words.map(({ role, text }, index) =>
    standaloneMessage(`sampling-${index}`, [{ type: 'text', text }], role),
  );
  return { system, messages: asked, tools: [], media: new Map() };
}

function textOf(content: SampleParams['messages'][number]['content']): string {
  const blocks = Array.isArray(content) ? content : [content];
  return blocks
    .map((block) => {
      if (block.type !== 'text') throw new Error('Only text is taken.');
      return block.text;
    })
    .join('\n');
}
