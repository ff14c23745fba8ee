/** Requests for servers that take no tools or no system prompt: both become text, and calls are read from the answer. */
import { standaloneMessage, type Message, type Part } from '#shared/conversation/message.ts';
import { resultMedia } from '#shared/tools/tool.ts';
import type { ModelEvent, ModelRequest, ProviderTarget } from '#workers/contracts/provider.ts';
import { createCallReader, type ReplyPart } from './on-device/call-reader.ts';
import { toolPrompt } from './on-device/tool-prompt.ts';
import { assistantWords, resultWords, toolQuery } from './on-device/turns.ts';

/** `read`: the events of the reply with the calls in its text; contract: stateful, for one reply. */
export type TextRequest = { request: ModelRequest; read(event: ModelEvent): ModelEvent[] };

export function asText(request: ModelRequest, { traits }: ProviderTarget): TextRequest {
  const isText = traits.toolStyle === 'text' && request.tools.length > 0;
  const plain = isText ? withToolsInPrompt(request, traits.toolTokens) : request;
  return {
    request: traits.systemRole === 'user' ? withSystemInFirst(plain) : plain,
    read: isText ? createTextCalls(request) : (event) => [event],
  };
}

function withToolsInPrompt(request: ModelRequest, toolTokens = Infinity): ModelRequest {
  const { deferred: _, ...rest } = request;
  const tools = toolPrompt(request.tools, toolTokens, toolQuery(request.messages));
  return {
    ...rest,
    system: [request.system, tools].filter(Boolean).join('\n\n'),
    tools: [],
    messages: request.messages.flatMap(plainTurns),
  };
}

/** Memoized, because the JSON of a message is cached. */
const turns = new WeakMap<Message, Message[]>();

/** The calls of a message as its words, and their results as a message of the user. */
function plainTurns(message: Message): Message[] {
  if (!message.parts.some(({ type }) => type === 'call')) return [message];
  const known = turns.get(message) ?? toPlainTurns(message);
  turns.set(message, known);
  return known;
}

function toPlainTurns(message: Message): Message[] {
  const thoughts = message.parts.filter(({ type }) => type === 'reasoning');
  const media = message.parts.flatMap((part) => (part.type === 'result' ? resultMedia(part.result) : []));
  const answers: Part[] = [{ type: 'text', text: resultWords(message) }, ...media];
  return [
    { ...message, parts: [...thoughts, { type: 'text', text: assistantWords(message) }] },
    standaloneMessage(`${message.id}-results`, answers),
  ];
}

type Begun = { system: string; message: Message };
const begun = new WeakMap<Message, Begun>();

function withSystemInFirst(request: ModelRequest): ModelRequest {
  const { system, messages } = request;
  if (system.trim() === '') return request;
  const [first] = messages;
  const own = first?.role === 'user' ? first : undefined;
  const known = own && begun.get(own);
  const message =
    known?.system === system
      ? known.message
      : own
        ? { ...own, parts: [{ type: 'text' as const, text: `${system}\n\n` }, ...own.parts] }
        : standaloneMessage('system', [{ type: 'text', text: system }]);
  if (own) begun.set(own, { system, message });
  return { ...request, system: '', messages: [message, ...(own ? messages.slice(1) : messages)] };
}

function createTextCalls({ tools, noCalls }: ModelRequest): (event: ModelEvent) => ModelEvent[] {
  const names = new Set(noCalls ? [] : tools.map(({ name }) => name));
  let reader = createCallReader(names);
  let hasCalls = false;
  const toEvents = (parts: readonly ReplyPart[]) =>
    parts.map((part): ModelEvent => {
      if (part.type === 'text') return { type: 'text-delta', text: part.text };
      if (part.type === 'reasoning') return { type: 'reasoning-delta', text: part.text };
      hasCalls = true;
      return { type: 'call', id: '', name: part.name, arguments: part.arguments };
    });
  return (event) => {
    if (event.type === 'text-delta') return toEvents(reader.push(event.text));
    if (event.type === 'restart') {
      [reader, hasCalls] = [createCallReader(names), false];
      return [event];
    }
    if (event.type !== 'stop') return [event];
    const rest = toEvents(reader.end());
    return [...rest, hasCalls && event.reason === 'end' ? { type: 'stop', reason: 'tool_calls' } : event];
  };
}
