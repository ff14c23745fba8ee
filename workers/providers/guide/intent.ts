/** What a message asks for: requests that become tool calls, and problems that prevent it. */
import { assertNever } from '#shared/assert-never.ts';
import type { JsonObject } from '#shared/json.ts';

export type ZonePlace = { name: string; timezone: string };

export type Intent =
  | { type: 'time'; place?: ZonePlace }
  /** `content` is null if it is the result of the step before: "fetch … and save it to …". */
  | { type: 'write'; path: string; content: string | null; append: boolean }
  | { type: 'read'; path: string }
  | { type: 'list'; path?: string }
  | { type: 'fetch'; url: string; method?: string; body?: string }
  | { type: 'tool'; name: string; arguments: JsonObject };

export type Problem =
  | { type: 'unclear'; text: string }
  | { type: 'unknown-place'; place: string }
  | { type: 'bad-arguments'; tool: string }
  | { type: 'switched-off'; tool: string };

export function isProblem(found: Intent | Problem): found is Problem {
  return ['unclear', 'unknown-place', 'bad-arguments', 'switched-off'].includes(found.type);
}

const tools = {
  time: 'get_current_time',
  write: 'write_file',
  read: 'read_file',
  list: 'list_directory',
  fetch: 'http_request',
};

export function toolOf(intent: Intent): string {
  return intent.type === 'tool' ? intent.name : tools[intent.type];
}

/** `previous`: the result of the step before. */
export function argumentsOf(intent: Intent, previous: string): JsonObject {
  switch (intent.type) {
    case 'time':
      return { ...(intent.place && { timezone: intent.place.timezone }), format: 'human_readable' };
    case 'write': {
      const content = intent.content ?? previous;
      return { path: intent.path, content, ...(intent.append && { mode: 'append' }) };
    }
    case 'read':
      return { path: intent.path };
    case 'list':
      return intent.path ? { path: intent.path } : {};
    case 'fetch': {
      const { url, method, body } = intent;
      return { url, ...(method !== undefined && { method }), ...(body !== undefined && { body }) };
    }
    case 'tool':
      return intent.arguments;
    default:
      return assertNever(intent);
  }
}
