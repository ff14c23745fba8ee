/**
 * The messages between the engines of several tabs. Their form is checked, because two versions of the app
 * may be open.
 */
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { CallId, PromptId, SessionId } from '#shared/ids.ts';
import { isObject } from '#shared/json.ts';
import type { PromptAnswer } from '#shared/tools/permission.ts';

export type TabMessage =
  | { type: 'here' }
  /** Events of another version are dropped, because this version's page could misread them. */
  | { type: 'event'; version: number; event: EngineEvent }
  /** From a tab that has just started and missed earlier prompts. */
  | { type: 'list-prompts' }
  | { type: 'stop'; session: SessionId }
  | { type: 'cancel'; call: CallId; session: SessionId | undefined }
  | { type: 'answer'; prompt: PromptId; answer: PromptAnswer };

/** Increase it when an `EngineEvent` changes in a way that an older version of the app would misread. */
export const eventVersion = 2;

export function isTabMessage(data: unknown): data is TabMessage {
  if (!isObject(data)) return false;
  switch (data.type) {
    case 'here':
    case 'list-prompts':
      return true;
    case 'event':
      return data.version === eventVersion && isEngineEvent(data.event);
    case 'stop':
      return typeof data.session === 'string';
    case 'cancel':
      return (
        typeof data.call === 'string' && (data.session === undefined || typeof data.session === 'string')
      );
    case 'answer':
      return typeof data.prompt === 'string' && (typeof data.answer === 'string' || isObject(data.answer));
    default:
      return false;
  }
}

/** Checks only the fields that the engine itself reads; `version` guarantees the rest. */
function isEngineEvent(event: unknown): event is EngineEvent {
  if (!isObject(event)) return false;
  switch (event.type) {
    case 'changed':
      return typeof event.kind === 'string' && Array.isArray(event.ids);
    case 'permission-request':
      return isPrompt(event.prompt);
    case 'permission-end':
      return typeof event.prompt === 'string';
    case 'notice':
      return typeof event.notice === 'string';
    case 'call-output':
      return typeof event.call === 'string' && typeof event.text === 'string';
    case 'call-queued':
      return typeof event.call === 'string';
    case 'model-progress':
    case 'file-progress':
    case 'package-progress':
      return typeof event.done === 'number' && typeof event.total === 'number';
    default:
      return isRunEvent(event);
  }
}

function isPrompt(prompt: unknown): boolean {
  return isObject(prompt) && typeof prompt.id === 'string' && isObject(prompt.subject);
}

function isRunEvent({ type, seq, session, run }: Readonly<Record<string, unknown>>): boolean {
  return (
    typeof type === 'string' &&
    typeof seq === 'number' &&
    typeof session === 'string' &&
    typeof run === 'string'
  );
}
