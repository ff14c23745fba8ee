/** Repairs a history so that a service accepts it: one result per call, only its own echoes, no empty messages, what was told as text. */
import type { Message, NotePart, Part } from '#shared/conversation/message.ts';
import { wrapFound } from '#shared/tools/found-call.ts';
import { interruptedResult } from './interrupted-result.ts';
import type { Model } from './model.ts';
import { steeredText, toldText } from './told.ts';

/** Memoizes per service, so that the JSON of a repaired message is cached as well. */
const repaired = new Map<string, WeakMap<Message, Message>>();

type Service = Pick<Model, 'kind' | 'host'>;

/** `wrapsCalls`: the request has `call_tool`, so calls that came in it go back in it. */
export function repairHistory(
  messages: readonly Message[],
  service: Service,
  wrapsCalls = false,
): readonly Message[] {
  const name = `${service.kind} ${service.host} ${wrapsCalls}`;
  const known = repaired.get(name) ?? new WeakMap<Message, Message>();
  repaired.set(name, known);
  return messages
    .map((message) => {
      const before = known.get(message);
      if (before) return before;
      const whole = repair(message, service, wrapsCalls);
      known.set(message, whole);
      return whole;
    })
    .filter(hasContent);
}

function repair(message: Message, service: Service, wrapsCalls: boolean): Message {
  const ids = new Set(message.parts.flatMap((part) => (part.type === 'call' ? [part.id] : [])));
  const [asked, answered] = [new Set<string>(), new Set<string>()];
  const parts = message.parts.flatMap((part): Part[] => {
    if (part.type === 'note') return noteParts(part, service);
    if (part.type === 'error') return [];
    if (part.type === 'result') return ids.has(part.call) && isFirst(answered, part.call) ? [part] : [];
    if (part.type === 'call' && !isFirst(asked, part.id)) return [];
    if (part.type === 'call' && part.viaCallTool && wrapsCalls) return keepOwnEcho(wrapFound(part), service);
    return keepOwnEcho(part, service);
  });
  const open = parts.flatMap((part) =>
    part.type === 'call' && !answered.has(part.id) ? [interruptedResult(part)] : [],
  );
  const isSame =
    open.length === 0 &&
    parts.length === message.parts.length &&
    parts.every((part, at) => part === message.parts[at]);
  return isSame ? message : { ...message, parts: [...parts, ...open] };
}

/** The guide reads the user's words alone. */
function noteParts(part: NotePart, { kind }: Service): Part[] {
  const { note } = part;
  if (kind === 'guide') return [];
  // The note stays: formats with alternating roles need to know.
  if (note.type === 'steered') return [part, { type: 'text', text: `\n\n${steeredText}` }];
  const text = note.type === 'told' ? toldText(note) : '';
  return text === '' ? [] : [{ type: 'text', text: `\n\n${text}` }];
}

function isFirst(seen: Set<string>, id: string): boolean {
  const before = seen.size;
  return seen.add(id).size > before;
}

/** Reasoning of another service is dropped; text and calls only lose their echo. */
function keepOwnEcho(part: Part, service: Service): Part[] {
  if (part.type !== 'text' && part.type !== 'reasoning' && part.type !== 'call') return [part];
  const { echo, ...rest } = part;
  if (!echo || (echo.wire === service.kind && echo.host === service.host)) return [part];
  return part.type === 'reasoning' ? [] : [rest];
}

function hasContent({ parts }: Message): boolean {
  return parts.some(
    (part) =>
      (part.type !== 'text' && part.type !== 'reasoning') || part.text !== '' || part.echo !== undefined,
  );
}
