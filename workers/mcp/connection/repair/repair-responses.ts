/**
 * Repairs HTTP responses of a server before the library reads them: the status of an answer to a notification, a
 * missing media type, and messages that are almost JSON-RPC.
 */
import { isJsonObject, type Json } from '#shared/json.ts';
import type { ConnectionFetch } from '#workers/network/connection-fetch.ts';
import { parseObject } from './repair-fields.ts';
import { repairMessages } from './repair-message.ts';

export function repairResponses(fetch: ConnectionFetch): ConnectionFetch {
  return async (input, init = {}) => {
    const response = await fetch(input, init);
    const sent = init.method === 'POST' && typeof init.body === 'string' ? parseObject(init.body) : undefined;
    if (typeof sent?.method !== 'string') return response;
    if (sent.id === undefined) return acceptNotification(response);
    if (response.ok) return repairBody(response, sent.id);
    if (response.status === 401) return readUnauthorized(response, new Headers(init.headers));
    return handshakes.has(sent.method) ? response : readError(response, sent.id);
  };
}

/** Some servers say 401 where the session is unknown; without this, the user would be asked to sign in. */
async function readUnauthorized(response: Response, sent: Headers): Promise<Response> {
  const { headers } = response;
  if (!sent.has('mcp-session-id') || headers.has('www-authenticate')) return response;
  const text = await response.text();
  return new Response(text, { headers, status: /session/i.test(text) ? 404 : 401 });
}

/** The status of their response decides which transport and revision is tried next. */
const handshakes: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

/** Statuses with which a server refuses a message that needs no answer. */
const refusals: ReadonlySet<number> = new Set([400, 405, 406, 415, 422, 501]);

async function acceptNotification(response: Response): Promise<Response> {
  if (!response.ok && !refusals.has(response.status)) return response;
  await response.body?.cancel();
  return new Response(null, { status: 202, headers: response.headers });
}

/** An error of the protocol is one whatever the status, but not one about the session, which the status tells. */
async function readError(response: Response, id: Json): Promise<Response> {
  if (!refusals.has(response.status) && response.status !== 500) return response;
  const { status, headers } = response;
  const text = await response.text();
  const body = parseObject(text);
  const isAnswer = (body?.id === id || body?.id === null) && isJsonObject(body.error);
  if (!isAnswer || /session|initiali[sz]/i.test(text)) return new Response(text, { status, headers });
  return withType(repairMessages(text, id), headers, 'application/json');
}

/** `id`: that of the only request which it answers. */
async function repairBody(response: Response, id: Json): Promise<Response> {
  const { body, headers } = response;
  const type = headers.get('content-type') ?? '';
  if (!body || /^text\/html/i.test(type)) return response;
  if (/^application\/json/i.test(type))
    return withType(repairMessages(await response.text(), id), headers, 'application/json');
  if (/^text\/event-stream/i.test(type)) return withType(body.pipeThrough(repairEvents(id)), headers, type);
  // Without a type, the beginning shows what it is.
  const [start, rest] = await peek(body);
  if (/^\s*[{[]/.test(start))
    return withType(repairMessages(await new Response(rest).text(), id), headers, 'application/json');
  const isStream = /^\uFEFF?(:|(event|data|id|retry):)/.test(start);
  return withType(
    isStream ? rest.pipeThrough(repairEvents(id)) : rest,
    headers,
    isStream ? 'text/event-stream' : type,
  );
}

function withType(body: BodyInit, from: Headers, type: string): Response {
  const headers = new Headers(from);
  headers.set('content-type', type);
  return new Response(body, { headers });
}

/** The first piece as text, and the whole body. */
async function peek(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<[string, ReadableStream<Uint8Array<ArrayBuffer>>]> {
  const reader = body.getReader();
  const { value = new Uint8Array() } = await reader.read();
  const rest = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(value),
    async pull(controller) {
      const next = await reader.read();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return [new TextDecoder().decode(value), rest];
}

/** Characters. A longer message is passed on as it comes, because holding it would take its memory twice. */
const maxMessage = 1_000_000;

/** Repairs each message of a stream; a message is one line. `asked`: the id of the only request that it answers. */
function repairEvents(asked: Json): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let pending = '';
  let isLong = false;

  function endLine(rest: string): string {
    const line = pending + rest;
    pending = '';
    if (isLong) {
      isLong = false;
      return line;
    }
    return line.replace(
      /^(data: ?)(\{.*)$/s,
      (_, field: string, text: string) => field + repairMessages(text, asked),
    );
  }

  function read(text: string): string {
    const lines = text.split('\n');
    const last = lines.pop() ?? '';
    const ended = lines.map((line) => `${endLine(line)}\n`).join('');
    pending += last;
    if (!isLong && pending.length < maxMessage) return ended;
    isLong = true;
    const start = pending;
    pending = '';
    return ended + start;
  }

  return new TransformStream({
    transform(bytes, controller) {
      const text = read(decoder.decode(bytes, { stream: true }));
      if (text) controller.enqueue(encoder.encode(text));
    },
    flush(controller) {
      const text = endLine(decoder.decode());
      if (text) controller.enqueue(encoder.encode(text));
    },
  });
}
