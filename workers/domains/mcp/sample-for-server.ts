/** Asks the user's model on behalf of a server: where the user allowed it, within two budgets, and told in the server's log. */
import { asId } from '#shared/ids.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';
import type { Message } from '#shared/conversation/message.ts';
import { priced } from '#workers/agent/ask-model.ts';
import { overBudget } from '#workers/agent/budget.ts';
import { countUsage } from '#workers/agent/count-usage.ts';
import type { AskingCall } from '#workers/mcp/requests/asking.ts';
import type { SampleParams, SampleResult } from '#workers/mcp/connection/protocol-client.ts';
import type { Asked } from '#workers/mcp/server-list.ts';
import type { ModelRequest } from '#workers/contracts/provider.ts';
import type { SampledTokens } from './sampled-tokens.ts';
import type { SessionStore } from '#workers/domains/sessions/store.ts';
import type { Spending } from '#workers/domains/budget/spending.ts';
import { planRun, type PlanPorts } from '#workers/domains/runs/run-plan.ts';

export type SamplePorts = PlanPorts & {
  sessions: Pick<SessionStore, 'get'>;
  spending: Spending;
  sampled: SampledTokens;
  /** Runs alone in all tabs; whoever gives up leaves the line. */
  alone<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
};

/** What is thrown is told to the server as an error of the protocol. */
export async function sampleForServer(
  asked: Asked,
  params: SampleParams,
  signal: AbortSignal,
  ports: SamplePorts,
): Promise<SampleResult> {
  const { record, asking } = asked;
  callOf(asking);
  // One after the other: what is asked at once would be let through before any of it has counted.
  const turn = asking.samples.enter(() =>
    ports.alone(`oneclaw-sampling-${record.id}`, signal, async () => {
      await refuseSpent(asked, ports);
      return sample(asked, params, signal, ports);
    }),
  );
  if (!turn) throw new Error('This server asks too much at once. Wait for the answers.');
  return turn;
}

function callOf(asking: Asked['asking']): AskingCall {
  const call = asking.current();
  if (!call) throw new Error('The user has asked this server for nothing now.');
  return call;
}

async function refuseSpent({ record: { id, sampling } }: Asked, ports: SamplePorts): Promise<void> {
  if ((await ports.sampled.today(id)) >= sampling.tokensPerDay)
    throw new Error('The tokens of today that the user gave this server are spent.');
  const [day, today] = await Promise.all([ports.spending.budget(), ports.spending.soFar()]);
  if (overBudget({ tokens: 0, cost: 0 }, today, { run: {}, day }))
    throw new Error('The user’s budget of today is spent.');
}

async function sample(
  { record, asking, log }: Asked,
  params: SampleParams,
  signal: AbortSignal,
  ports: SamplePorts,
): Promise<SampleResult> {
  // The call may have ended while this waited.
  const call = callOf(asking);
  const { session } = call.control.caller;
  const planned = await planRun({}, session ? await ports.sessions.get(session) : undefined, ports);
  const model = planned.ok ? planned.plan.chain[0] : undefined;
  if (!model) throw new Error('There is no model to ask.');

  const request = toRequest(record.title || record.name, params);
  const most = Math.min(params.maxTokens, mcpLimits.sampleTokens);
  const count = countUsage(model.kind, request);
  const stop = AbortSignal.any([signal, call.control.signal, AbortSignal.timeout(mcpLimits.answerMs)]);
  call.control.progress(`${record.title || record.name}: sampling/createMessage`);
  log.add(
    'server',
    'notice',
    `sampling/createMessage: ${params.messages.map(({ content }) => textOf(content)).join('\n')}`,
  );
  let [text, stopReason] = ['', 'endTurn'];
  stop.throwIfAborted();
  try {
    await asking.whileAsked(async () => {
      for await (const event of model.stream(request, stop)) {
        count.see(event);
        if (event.type === 'text-delta') text += event.text;
        if (event.type === 'error') throw new Error(`The model failed: ${event.error.type}.`);
        // Four letters a token, roughly: no wire of ours takes a limit per request.
        if (text.length < most * 4) continue;
        text = text.slice(0, most * 4);
        stopReason = 'maxTokens';
        break;
      }
    });
  } finally {
    // What is broken off before its first word is paid for all the same.
    if (stop.aborted) count.see({ type: 'text-delta', text: '' });
    const usage = count.total();
    const tokens = usage ? usage.inputTokens + usage.outputTokens : 0;
    if (usage) await ports.spending.add({ tokens, cost: priced(model, usage).cost ?? 0 });
    await ports.sampled.add(record.id, tokens);
    log.add('app', 'notice', `sampling/createMessage: ${model.author.model}, ${tokens} tokens: ${text}`);
  }
  return { model: model.author.model, role: 'assistant', content: { type: 'text', text }, stopReason };
}

function toRequest(server: string, { messages, systemPrompt = '' }: SampleParams): ModelRequest {
  if (messages.length > mcpLimits.sampleMessages) throw new Error('There are too many messages.');
  const words = messages.map(({ role, content }) => ({ role, text: textOf(content) }));
  if (words.reduce((sum, { text }) => sum + text.length, 0) > mcpLimits.sampleCharacters)
    throw new Error('The messages are too long.');
  const system =
    `The tool server "${server}" asks you something while it works for the user. Answer it in text; you have no tools ` +
    `and know nothing of the user's conversation.${systemPrompt ? `\n\n${systemPrompt.slice(0, 10_000)}` : ''}`;
  return { system, messages: words.map(toMessage), tools: [], images: new Map() };
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

function toMessage({ role, text }: { role: 'user' | 'assistant'; text: string }, index: number): Message {
  return {
    id: asId<'message'>(`sampling-${index}`),
    session: asId<'session'>('sampling'),
    run: asId<'run'>('sampling'),
    parent: null,
    order: index + 1,
    role,
    parts: [{ type: 'text', text }],
    at: 0,
  };
}
