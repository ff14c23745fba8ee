/** A conversation as data: one user message, then one assistant message per step of a run. */
import type { MediaBlock } from './content.ts';
import { asId, type CallId, type MessageId, type RunId, type SessionId } from '../ids.ts';
import type { JsonObject } from '../json.ts';
import type { UsedMemory } from '../memory/memory.ts';
import type { ModelError, ProviderKind } from '../models/provider.ts';
import type { CarriedText } from '../tools/permission.ts';
import type { ToolResult } from '../tools/tool.ts';

/** `pending`: requested, not started. `running`: in a tool host. */
export type CallStatus = 'pending' | 'running' | 'success' | 'error';

/**
 * Opaque data that a service wants back unmodified with its part: a signature, encrypted reasoning, an item id. Valid
 * only for the format and the service (`host`) that gave it. The format is called `wire` here, as stored messages have it.
 */
export type Echo = { wire: ProviderKind; host: string; data: JsonObject };

export type TextPart = { type: 'text'; text: string; echo?: Echo };
/** `text` is empty if the provider sends only encrypted reasoning, in `echo`. */
export type ReasoningPart = { type: 'reasoning'; text: string; echo?: Echo };
export type CallPart = {
  type: 'call';
  id: CallId;
  name: string;
  arguments: JsonObject;
  status: CallStatus;
  /** Milliseconds since the epoch; set when a tool host starts it. */
  startedAt?: number;
  /** It waits for another call of its code session. */
  isQueued?: true;
  /** The last progress message of a running tool. */
  progress?: string;
  /** The end of what a running command has printed; absent once it has its result. */
  output?: string;
  /** The model sent it inside a call of `call_tool`, and gets it back so. */
  viaCallTool?: true;
  echo?: Echo;
};
export type ResultPart = { type: 'result'; call: CallId; result: ToolResult; duration_ms: number };
export type ErrorPart = { type: 'error'; error: ModelError };

/** A change to a request that the user should know of. The stored messages do not change. */
export type Note =
  /** The messages up to `upTo` were replaced by a summary, for this request and all later ones. */
  | { type: 'summarised'; messages: number; upTo: MessageId; text: string }
  /** The oldest messages did not fit and were left out: all before `first`, in this request and in later ones. */
  | { type: 'dropped'; messages: number; first?: MessageId }
  /** Another model of the agent's chain took over. */
  | { type: 'fallback'; from: string; to: string; error: ModelError }
  /** The model failed, and the conversation is too long for the other models of the chain. */
  | { type: 'too-small'; models: string[] }
  /** The server read far fewer tokens than were sent, and said nothing: it has a smaller context window. */
  | { type: 'cut-by-server'; host: string; counted: number; sent: number }
  /** The reply was cut off after its beginning had been shown, and was requested again. */
  | { type: 'asked-again'; error: ModelError }
  /** The service began its reply again within the same stream; the first part was dropped. */
  | { type: 'begun-again' }
  /** In a user message, of older chats in an answer: these memories were told to the model. */
  | { type: 'memories'; used: UsedMemory[] }
  /** In a user message: what the app told the model at this point. */
  | ToldNote
  /**
   * In a user message: it is the prompt of a task that an agent wrote while text from outside was in its
   * chat.
   */
  | { type: 'planted' }
  /** In the first user message of a conversation that another one spawned: what that one contained then. */
  | ({ type: 'inherited' } & CarriedText)
  /** In a user message: it was sent during the run that it belongs to, and went on with the results of a step. */
  | { type: 'steered' }
  /** The user stopped the run: this is the last message of its answer. */
  | { type: 'stopped' }
  /** The tab or the browser died, and the run was resumed from its journal. */
  | { type: 'resumed' };
export type NotePart = { type: 'note'; note: Note };

/**
 * What one domain, `by`, told the model. A line replaces an earlier one of the same domain and `id`. `at` 'start': it is
 * in the system prompt of the chat from its first message on; else it follows the text of its message.
 */
export type ToldNote = { type: 'told'; by: string; at?: 'start'; intro: string; lines: ToldLine[] };

/** `version`: tells two states of its subject apart if the text does not. `isGone`: the subject is no more. */
export type ToldLine = { id: string; text: string; version?: string; isGone?: true };

export type Part = TextPart | ReasoningPart | CallPart | ResultPart | ErrorPart | MediaBlock | NotePart;

/** Tokens. `inputTokens` includes cached ones, `outputTokens` those for reasoning. */
export type Usage = {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens?: number;
  cacheWriteTokens?: number;
  reasoningTokens?: number;
  /** The server reported none: estimated without its tokenizer. */
  isEstimate?: true;
};

export type Author = { provider: string; model: string };

export type Message = {
  id: MessageId;
  session: SessionId;
  /** The message it answers; messages with the same parent are branches. */
  parent: MessageId | null;
  /** Position on its branch; later messages are larger. */
  order: number;
  run: RunId;
  role: 'user' | 'assistant';
  parts: Part[];
  /** Milliseconds since the epoch. */
  at: number;
  /** The provider and model that wrote it; assistant messages only. */
  author?: Author;
  usage?: Usage;
  /** US dollars; absent if the price is unknown. */
  cost?: number;
};

/** A message of a request that belongs to no chat; `name`: its id and that of its session and run. */
export function standaloneMessage(name: string, parts: Part[], role: Message['role'] = 'user'): Message {
  const ids = { id: asId<'message'>(name), session: asId<'session'>(name), run: asId<'run'>(name) };
  return { ...ids, parent: null, order: 0, role, parts, at: 0 };
}

/** The visible text of a message, without calls, results and reasoning. */
export function textOf(message: Message): string {
  return message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
}

/** Whether the user sent this message during the run that it belongs to. */
export function isSteering({ role, parts }: Message): boolean {
  return role === 'user' && parts.some((part) => part.type === 'note' && part.note.type === 'steered');
}

/** The attached images and files. */
export function mediaOf(message: Message): MediaBlock[] {
  return message.parts.filter((part): part is MediaBlock => part.type === 'image' || part.type === 'file');
}

export type CallWithResult = { call: CallPart; result: ResultPart | undefined };

/** The calls of a message with their results, in the order of the calls. */
export function callsWithResults(message: Message): CallWithResult[] {
  const results = new Map<CallId, ResultPart>();
  for (const part of message.parts) if (part.type === 'result') results.set(part.call, part);
  return message.parts.flatMap((part) =>
    part.type === 'call' ? [{ call: part, result: results.get(part.id) }] : [],
  );
}

/** The calls of a message that have no result. */
export function openCalls({ parts }: Message): CallPart[] {
  const answered = new Set(parts.flatMap((part): CallId[] => (part.type === 'result' ? [part.call] : [])));
  return parts.filter((part): part is CallPart => part.type === 'call' && !answered.has(part.id));
}
