/** A conversation as data: one user message, then one assistant message per step of a run. */
import type { CallId, MessageId, RunId, SessionId } from './ids.ts';
import type { JsonObject } from './json.ts';
import type { ModelError } from './provider.ts';
import type { ToolResult } from './tool.ts';

/** `pending`: asked for, not started. `running`: a tool host has it. */
export type CallStatus = 'pending' | 'running' | 'success' | 'error';

export type TextPart = { type: 'text'; text: string };
export type ReasoningPart = { type: 'reasoning'; text: string };
export type CallPart = {
  type: 'call';
  id: CallId;
  name: string;
  arguments: JsonObject;
  status: CallStatus;
  /** Milliseconds since the epoch, once a host has taken it. */
  startedAt?: number;
  /** The newest line a running tool reported. */
  progress?: string;
};
export type ResultPart = { type: 'result'; call: CallId; result: ToolResult; duration_ms: number };
export type ErrorPart = { type: 'error'; error: ModelError };

export type Part = TextPart | ReasoningPart | CallPart | ResultPart | ErrorPart;

export type Usage = { inputTokens: number; outputTokens: number };

export type Message = {
  id: MessageId;
  session: SessionId;
  parent: MessageId | null;
  /** Position in the session; later messages are larger. */
  order: number;
  run: RunId;
  role: 'user' | 'assistant';
  parts: Part[];
  /** Milliseconds since the epoch. */
  at: number;
  /** Which provider and model wrote it; assistant messages only. */
  author?: { provider: string; model: string };
  usage?: Usage;
};

/** The visible text of a message, without calls, results and reasoning. */
export function textOf(message: Message): string {
  return message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
}
