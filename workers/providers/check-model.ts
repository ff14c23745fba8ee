/**
 * Checks a new model: one short request, one with a tool, one with its result. What the server refuses teaches how it wants
 * its requests, as in a chat.
 */
import { asId } from '#shared/ids.ts';
import { standaloneMessage, type Echo, type Message, type Part } from '#shared/conversation/message.ts';
import type { JsonObject } from '#shared/json.ts';
import type { ProviderTestResult, ServerKind } from '#shared/models/provider.ts';
import type { BuiltInTool } from '#shared/tools/tool.ts';
import type {
  ModelEvent,
  ModelRequest,
  Provider,
  ProviderDeps,
  ProviderTarget,
} from '#workers/contracts/provider.ts';
import { forget, learn, waysOf, withWays } from './learned-ways.ts';
import { createCallReader } from './on-device/call-reader.ts';
import { testProvider } from './test-provider.ts';

/** For each of the two further requests; a model that thinks longer stays automatic. */
const timeoutMs = 30_000;
/** Windows up to this size have little room for definitions beside a conversation. */
const smallWindow = 40_000;
/** Enough to think and to call; also shows under which name the server takes a limit. */
const replyTokens = 1_024;

type Check = { kind: ServerKind; target: ProviderTarget; deps: ProviderDeps };

export async function checkModel(provider: Provider, check: Check): Promise<ProviderTestResult> {
  const { target, deps } = check;
  // A second check finds out anew.
  forget(target);
  const result = await testProvider(provider, target, deps);
  if (!result.ok) return result;
  await findWays(provider, { ...check, target: { ...target, replyLimit: target.replyLimit ?? replyTokens } });
  return { ...result, ways: waysOf(target) };
}

const repeat: BuiltInTool = {
  ...{ name: 'repeat', title: 'Repeat', source: 'built-in', category: 'system' },
  description: 'Gives back the given text.',
  parameters: {
    type: 'object',
    properties: { text: { type: 'string', description: 'The text' } },
    required: ['text'],
  },
  ...{ permissions: [], capabilities: [], timeoutSeconds: 5, repeatable: true },
  ...{ returns: ['own-words'], contacts: { type: 'nothing' } },
};

/** Never fails the check: what is not found out stays automatic, and a chat learns it. */
async function findWays(provider: Provider, check: Check): Promise<void> {
  const { target, kind } = check;
  if (target.traits.tools) {
    const asked = userSays('Call the tool repeat with the text “hello”, and nothing else.');
    const request = { system: 'You call tools.', tools: [repeat], media: new Map<never, string>() };
    const answer = toAnswer(await ask(provider, { ...request, messages: [asked] }, check), kind, target);
    if (answer.parts.some(({ type }) => type === 'call'))
      await ask(provider, { ...request, messages: [asked, answer] }, check);
    else if (hasCallInText(answer) && target.traits.toolStyle === undefined)
      learn(target, { toolStyle: 'text' });
  }
  const { traits } = withWays(target);
  const isShort = traits.contextTokens <= smallWindow || traits.toolStyle === 'text';
  if (isShort && target.traits.toolList === undefined) learn(target, { toolList: 'short' });
}

async function ask(
  provider: Provider,
  request: ModelRequest,
  { target, deps }: Check,
): Promise<ModelEvent[]> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeoutMs);
  const events: ModelEvent[] = [];
  try {
    for await (const event of provider.stream(request, target, deps, abort.signal)) {
      if (event.type === 'retry') break;
      events.push(event);
    }
    return events;
  } finally {
    clearTimeout(timer);
    abort.abort();
  }
}

/** The reply as a chat stores it, with a result for each of its calls. */
function toAnswer(events: readonly ModelEvent[], wire: ServerKind, { baseUrl }: ProviderTarget): Message {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : '';
  const toEcho = (data: JsonObject): Echo => ({ wire, host, data });
  let parts: Part[] = [];
  for (const event of events) {
    if (event.type === 'restart') parts = [];
    else if (event.type === 'text-delta') write(parts, 'text', { text: event.text });
    else if (event.type === 'reasoning-delta') write(parts, 'reasoning', { text: event.text });
    else if (event.type === 'echo') write(parts, event.of, { echo: toEcho(event.data) });
    else if (event.type === 'call' && typeof event.arguments !== 'string') {
      const { name, arguments: values } = event;
      const id = asId<'call'>(event.id || `check_${parts.length}`);
      const echo = event.echo ? { echo: toEcho(event.echo) } : {};
      parts.push({ type: 'call', id, name, arguments: values, status: 'success', ...echo });
    }
  }
  const results = parts.flatMap((part): Part[] =>
    part.type === 'call'
      ? [{ type: 'result', call: part.id, result: { status: 'success', result: 'hello' }, duration_ms: 1 }]
      : [],
  );
  return standaloneMessage('check-answer', [...parts, ...results], 'assistant');
}

/** Adds to the open part of this type, which an echo ends. */
function write(
  parts: Part[],
  type: 'text' | 'reasoning',
  { text = '', echo }: { text?: string; echo?: Echo },
): void {
  const last = parts.at(-1);
  const before = last?.type === type && !last.echo ? last : undefined;
  if (before) parts.pop();
  parts.push({ type, text: (before?.text ?? '') + text, ...(echo ? { echo } : {}) });
}

function hasCallInText({ parts }: Message): boolean {
  const reader = createCallReader(new Set([repeat.name]));
  const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  return [...reader.push(text), ...reader.end()].some(({ type }) => type === 'call');
}

function userSays(text: string): Message {
  return standaloneMessage('check', [{ type: 'text', text }]);
}
