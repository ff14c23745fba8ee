/** What a message of a backup must look like. */
import type { ContentBlock, MediaBlock, TextBlock } from '#shared/conversation/content.ts';
import type {
  Author,
  CallPart,
  Echo,
  ErrorPart,
  Message,
  Note,
  NotePart,
  Part,
  ReasoningPart,
  ResultPart,
  TextPart,
  Usage,
} from '#shared/conversation/message.ts';
import type { BlobId } from '#shared/ids.ts';
import type { ModelError, ProviderKind } from '#shared/models/provider.ts';
import { errorTypes, type ToolResult } from '#shared/tools/tool.ts';
import {
  amount,
  either,
  keyOf,
  list,
  literal,
  name,
  object,
  optional,
  record,
  text,
  time,
  type Shape,
} from './shape.ts';

export const providerKind = keyOf<ProviderKind>({
  guide: true,
  'openai-responses': true,
  'openai-chat': true,
  anthropic: true,
  gemini: true,
  'on-device': true,
});

const modelErrorType = keyOf<ModelError['type']>({
  ...{ bad_key: true, forbidden: true, no_credit: true, rate_limit: true, overloaded: true },
  ...{ model_unknown: true, not_found: true, bad_request: true, context_too_long: true, refused: true },
  ...{ empty: true, reply_too_long: true, reply_too_large: true, broken_stream: true, offline: true },
  ...{ cors: true, unreachable: true, mixed_content: true, server_error: true, malformed: true },
  ...{ silent: true, bad_url: true, locked: true, no_provider: true, no_agent: true, no_message: true },
  ...{ nothing_to_resume: true, busy: true, storage_full: true, model_not_ready: true, model_gone: true },
  ...{ model_unusable: true, no_memory: true, internal: true },
});

export const modelError = record<ModelError>({
  type: modelErrorType,
  status: optional(amount),
  detail: optional(text),
  host: optional(text),
  model: optional(text),
  retryAfter: optional(amount),
});

const echo = record<Echo>({ wire: providerKind, host: text, data: object });

function blobId(value: unknown): value is BlobId {
  return typeof value === 'string' && /^[^/]+\/[0-9a-f]{64}$/.test(value);
}

const media = record<MediaBlock>({
  type: literal('image', 'file'),
  media_type: text,
  blob: blobId,
  bytes: amount,
  name: optional(text),
  text: optional(text),
});

const textBlock = record<TextBlock>({ type: literal('text'), text });
const block: Shape<ContentBlock> = either<[TextBlock, MediaBlock]>(textBlock, media);

type Success = Extract<ToolResult, { status: 'success' }>;
type Failure = Extract<ToolResult, { status: 'error' }>;
const result: Shape<ToolResult> = either<[Success, Failure]>(
  record<Success>({
    status: literal('success'),
    result: either<[string, ContentBlock[]]>(text, list(block)),
  }),
  record<Failure>({ status: literal('error'), error_type: literal(...errorTypes), message: text }),
);

type NoteOf<Type extends Note['type']> = Extract<Note, { type: Type }>;
const note: Shape<Note> = either<
  [NoteOf<'summarised'>, NoteOf<'dropped'>, NoteOf<'fallback'>, NoteOf<'asked-again'>, NoteOf<'resumed'>]
>(
  record<NoteOf<'summarised'>>({ type: literal('summarised'), messages: amount, upTo: name, text }),
  record<NoteOf<'dropped'>>({ type: literal('dropped'), messages: amount }),
  record<NoteOf<'fallback'>>({ type: literal('fallback'), from: text, to: text, error: modelError }),
  record<NoteOf<'asked-again'>>({ type: literal('asked-again'), error: modelError }),
  record<NoteOf<'resumed'>>({ type: literal('resumed') }),
);

const part: Shape<Part> = either<
  [TextPart, ReasoningPart, CallPart, ResultPart, ErrorPart, MediaBlock, NotePart]
>(
  record<TextPart>({ type: literal('text'), text, echo: optional(echo) }),
  record<ReasoningPart>({ type: literal('reasoning'), text, echo: optional(echo) }),
  record<CallPart>({
    type: literal('call'),
    id: text,
    name: text,
    arguments: object,
    status: literal('pending', 'running', 'success', 'error'),
    startedAt: optional(time),
    progress: optional(text),
    echo: optional(echo),
  }),
  record<ResultPart>({
    type: literal('result'),
    call: text,
    result,
    duration_ms: amount,
  }),
  record<ErrorPart>({ type: literal('error'), error: modelError }),
  media,
  record<NotePart>({ type: literal('note'), note }),
);

const usage = record<Usage>({
  inputTokens: amount,
  outputTokens: amount,
  cacheReadTokens: optional(amount),
  cacheWriteTokens: optional(amount),
  reasoningTokens: optional(amount),
  isEstimate: optional((value): value is true => value === true),
});

export const message = record<Message>({
  id: name,
  session: name,
  parent: (value): value is Message['parent'] => value === null || name(value),
  order: amount,
  run: name,
  role: literal('user', 'assistant'),
  parts: list(part),
  at: time,
  author: optional(record<Author>({ provider: text, model: text })),
  usage: optional(usage),
  cost: optional(amount),
});
