/** The built-in guide: a provider without a model that understands simple requests and calls real tools through the loop. */
import { textOf, type CallPart, type Message } from '#shared/conversation/message.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import type { ModelEvent, ModelRequest, Provider } from '#workers/contracts/provider.ts';
import { languageOf } from './answers.ts';
import type { Target } from './grammar.ts';
import { argumentsOf, toolOf, type Intent } from './intent.ts';
import { asksForTools } from './courtesy.ts';
import { help, listTools, outcomeText, report, type Done } from './report.ts';
import { planMessage } from './plan-message.ts';

export const guideProvider: Provider = {
  async *stream(request, _target, _deps, signal) {
    for (const event of reply(request)) {
      if (signal.aborted) return;
      yield event;
    }
  },
  models: () => Promise.resolve({ ok: true, models: ['guide'] }),
};

/** Stateless: the stage of the plan is the number of steps with calls since the user's last message. */
function* reply({ messages, tools, noCalls }: ModelRequest): Generator<ModelEvent> {
  const at = messages.findLastIndex(({ role }) => role === 'user');
  const message = messages[at];
  const asked = message ? textOf(message) : '';
  // Before the rules, because one of them would list a folder of that name.
  if (tools.length > 0 && asksForTools(asked)) {
    yield* say(listTools(tools, languageOf(asked)));
    return;
  }
  const steps = messages.slice(at + 1).filter(({ parts }) => parts.some(({ type }) => type === 'call'));
  const names = new Set(tools.map(({ name }) => name));
  // At the step limit the message must still be understood as before.
  const isLast = noCalls === true && steps.length > 0;
  const plan = planMessage(asked, {
    tools: isLast ? null : names,
    target: targetBefore(messages.slice(0, at)),
  });
  const stages = steps.map((step, index) => doneIn(step, plan.stages[index] ?? []));
  const next = plan.stages[steps.length];
  const failed = stages.flat().some(({ result }) => result?.status !== 'success');
  if (next && !failed && !isLast) {
    yield* call(next, stages.at(-1)?.at(-1));
    return;
  }
  const language = languageOf(asked);
  const done = stages.flat();
  const stopped = plan.dropped || next !== undefined;
  if (done.length > 0) yield* say(report(done, plan.problems, stopped, language));
  else yield* say(help(names, plan.problems, language));
}

function* call(intents: readonly Intent[], before: Done | undefined): Generator<ModelEvent> {
  const previous = before ? outcomeText(before) : '';
  for (const intent of intents) {
    yield { type: 'call', id: '', name: toolOf(intent), arguments: argumentsOf(intent, previous) };
  }
  yield { type: 'stop', reason: 'tool_calls' };
}

function* say(text: string): Generator<ModelEvent> {
  for (const [word] of text.matchAll(/\s*(?:\p{Script=Han}|[^\s\p{Script=Han}]+)|\s+$/gu)) {
    yield { type: 'text-delta', text: word };
  }
  yield { type: 'stop', reason: 'end' };
}

function doneIn(step: Message, planned: readonly Intent[]): Done[] {
  const results = new Map<string, ToolResult>();
  for (const part of step.parts) if (part.type === 'result') results.set(part.call, part.result);
  const calls = step.parts.filter((part) => part.type === 'call');
  return calls.map((part, index) => ({
    intent: intentOf(part, planned[index]),
    result: results.get(part.id),
  }));
}

/** The planned intent of a call, unless another model made the call or the message is now read differently. */
function intentOf(part: CallPart, planned: Intent | undefined): Intent {
  if (planned && toolOf(planned) === part.name) return planned;
  return { type: 'tool', name: part.name, arguments: part.arguments };
}

/** The file or page of the newest earlier call, for an "it" in this message. */
function targetBefore(messages: readonly Message[]): Target | undefined {
  const calls = messages.flatMap(({ parts }) => parts).filter((part) => part.type === 'call');
  for (const { arguments: given, name } of calls.toReversed()) {
    if (typeof given.url === 'string') return { url: given.url };
    if (typeof given.path === 'string' && name !== 'list_directory') return { path: given.path };
  }
  return undefined;
}
