/** The schema of a message in a backup. */
import * as v from 'valibot';
import type { ContentBlock, MediaBlock, PictureSize, TextBlock } from '#shared/conversation/content.ts';
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
  ToldLine,
  Usage,
} from '#shared/conversation/message.ts';
import type { BlobId, MessageId } from '#shared/ids.ts';
import type { UsedMemory } from '#shared/memory/memory.ts';
import { providerKinds, type ModelError, type ProviderKind } from '#shared/models/provider.ts';
import type { OutsideSource } from '#shared/tools/permission.ts';
import { errorTypes, type ToolResult } from '#shared/tools/tool.ts';
import {
  amount,
  id,
  keyOf,
  list,
  matching,
  object,
  record,
  text,
  time,
  type Schema,
} from '../backup/shape.ts';

const providerKind: Schema<ProviderKind> = v.picklist(providerKinds);

const modelErrorType = keyOf<ModelError['type']>({
  ...{ bad_key: true, forbidden: true, no_credit: true, rate_limit: true, overloaded: true },
  ...{ model_unknown: true, not_found: true, bad_request: true, tools_refused: true },
  ...{ context_too_long: true, refused: true },
  ...{ local_network: true, image_refused: true, file_refused: true, message_refused: true },
  ...{ empty: true, reply_too_long: true, reply_too_large: true, broken_stream: true, offline: true },
  ...{ cors: true, unreachable: true, mixed_content: true, server_error: true, malformed: true },
  ...{ silent: true, bad_url: true, locked: true, no_provider: true, no_agent: true, no_message: true },
  ...{ nothing_to_resume: true, busy: true, storage_full: true, model_not_ready: true, model_gone: true },
  ...{ model_unusable: true, no_memory: true, internal: true },
});

export const modelError = record<ModelError>({
  type: modelErrorType,
  status: v.optional(amount),
  detail: v.optional(text()),
  host: v.optional(text()),
  model: v.optional(text()),
  retryAfter: v.optional(amount),
});

const echo = record<Echo>({ wire: providerKind, host: text(), data: object });

const blobId = matching<BlobId>((value) => /^[^/]+\/[0-9a-f]{64}$/.test(value));

const pictureSize = record<PictureSize>({ width: amount, height: amount });

const media = record<MediaBlock>({
  type: v.picklist(['image', 'file']),
  media_type: text(),
  blob: blobId,
  bytes: amount,
  name: v.optional(text()),
  text: v.optional(text()),
  path: v.optional(text()),
  size: v.optional(pictureSize),
  shown: v.optional(pictureSize),
  pages: v.optional(amount),
});

const textBlock = record<TextBlock>({ type: v.literal('text'), text: text() });
const block: Schema<ContentBlock> = v.union([textBlock, media]);

type Success = Extract<ToolResult, { status: 'success' }>;
type Failure = Extract<ToolResult, { status: 'error' }>;
const result: Schema<ToolResult> = v.union([
  record<Success>({
    status: v.literal('success'),
    result: v.union([text(), list(block)]),
    metadata: v.optional(v.record(text(), text())),
  }),
  record<Failure>({
    status: v.literal('error'),
    error_type: v.picklist(errorTypes),
    message: text(),
    metadata: v.optional(v.record(text(), text())),
  }),
]);

type SourceOf<Type extends OutsideSource['type']> = Extract<OutsideSource, { type: Type }>;
const outsideSource: Schema<OutsideSource> = v.union([
  record<SourceOf<'page'>>({ type: v.literal('page'), host: text() }),
  record<SourceOf<'server'>>({ type: v.literal('server'), name: text() }),
  record<SourceOf<'file'>>({ type: v.literal('file'), path: text() }),
  record<SourceOf<'attachment'>>({ type: v.literal('attachment'), name: text() }),
  record<SourceOf<'clipboard'>>({ type: v.literal('clipboard') }),
  record<SourceOf<'contacts'>>({ type: v.literal('contacts') }),
  record<SourceOf<'history'>>({ type: v.literal('history') }),
]);

type NoteOf<Type extends Note['type']> = Extract<Note, { type: Type }>;
const note: Schema<Note> = v.union([
  record<NoteOf<'summarised'>>({ type: v.literal('summarised'), messages: amount, upTo: id(), text: text() }),
  record<NoteOf<'dropped'>>({
    type: v.literal('dropped'),
    messages: amount,
    first: v.optional(id<MessageId>()),
  }),
  record<NoteOf<'fallback'>>({ type: v.literal('fallback'), from: text(), to: text(), error: modelError }),
  record<NoteOf<'too-small'>>({ type: v.literal('too-small'), models: list(text()) }),
  record<NoteOf<'cut-by-server'>>({
    type: v.literal('cut-by-server'),
    host: text(),
    counted: amount,
    sent: amount,
  }),
  record<NoteOf<'asked-again'>>({ type: v.literal('asked-again'), error: modelError }),
  record<NoteOf<'begun-again'>>({ type: v.literal('begun-again') }),
  record<NoteOf<'steered'>>({ type: v.literal('steered') }),
  record<NoteOf<'stopped'>>({ type: v.literal('stopped') }),
  record<NoteOf<'memories'>>({
    type: v.literal('memories'),
    used: list(record<UsedMemory>({ id: id(), key: text(), isFromOutside: v.optional(v.literal(true)) })),
  }),
  record<NoteOf<'told'>>({
    type: v.literal('told'),
    by: text(),
    at: v.optional(v.literal('start')),
    intro: text(),
    lines: list(
      record<ToldLine>({
        id: text(),
        text: text(),
        version: v.optional(text()),
        isGone: v.optional(v.literal(true)),
      }),
    ),
  }),
  record<NoteOf<'planted'>>({ type: v.literal('planted') }),
  record<NoteOf<'inherited'>>({
    type: v.literal('inherited'),
    sources: list(outsideSource),
    hasPrivate: v.boolean(),
  }),
  record<NoteOf<'resumed'>>({ type: v.literal('resumed') }),
]);

const part: Schema<Part> = v.union([
  record<TextPart>({ type: v.literal('text'), text: text(), echo: v.optional(echo) }),
  record<ReasoningPart>({ type: v.literal('reasoning'), text: text(), echo: v.optional(echo) }),
  record<CallPart>({
    type: v.literal('call'),
    id: text(),
    name: text(),
    arguments: object,
    status: v.picklist(['pending', 'running', 'success', 'error']),
    startedAt: v.optional(time),
    isQueued: v.optional(v.literal(true)),
    progress: v.optional(text()),
    output: v.optional(text()),
    viaCallTool: v.optional(v.literal(true)),
    echo: v.optional(echo),
  }),
  record<ResultPart>({
    type: v.literal('result'),
    call: text(),
    result,
    duration_ms: amount,
  }),
  record<ErrorPart>({ type: v.literal('error'), error: modelError }),
  media,
  record<NotePart>({ type: v.literal('note'), note }),
]);

const usage = record<Usage>({
  inputTokens: amount,
  outputTokens: amount,
  cacheReadTokens: v.optional(amount),
  cacheWriteTokens: v.optional(amount),
  reasoningTokens: v.optional(amount),
  isEstimate: v.optional(v.literal(true)),
});

export const message = record<Message>({
  id: id(),
  session: id(),
  parent: v.nullable(id<MessageId>()),
  order: amount,
  run: id(),
  role: v.picklist(['user', 'assistant']),
  parts: list(part),
  at: time,
  author: v.optional(record<Author>({ provider: text(), model: text() })),
  usage: v.optional(usage),
  cost: v.optional(amount),
});
