/** What a call is about, in a few plain words: its progress, what went wrong, or its telling argument. */
import { printable } from '#shared/invisible.ts';
import type { Json } from '#shared/json.ts';
import { isSettled, readTodos, type Todo } from '#shared/conversation/todo.ts';
import { shorten } from '#shared/shorten.ts';
import type { CallWithResult } from '#src/ui/chat/messages/message-blocks.ts';
import type { CallWithResult } from './message-blocks.ts';

/** In the order in which they tell most. */
const tellingArguments = [
  'path',
  'url',
  'query',
  'pattern',
  'command',
  'timezone',
  'name',
  'title',
  'to',
  'from',
];
const longest = 120;

export function summarizeCall({ call, result }: CallWithResult): string {
  if (result?.result.status === 'error') return firstLine(result.result.message);
  if (!result && call.progress) return firstLine(call.progress);
  // Its card says it in full, right below.
  if (call.name === 'question') return '';
  if (call.name === 'todowrite') return summarizeTodos(readTodos(call.arguments));
  const found = tellingArguments.map((name) => call.arguments[name]).find(isTelling);
  const value = found ?? Object.values(call.arguments).find(isTelling) ?? '';
  // A path must not look like another one.
  return printable(firstLine(shortenUrl(String(value))));
}

/** Such as '2/5 Book the train'. */
function summarizeTodos(todos: readonly Todo[]): string {
  const current = todos.find(({ status }) => status === 'in_progress');
  const count = `${todos.filter(isSettled).length}/${todos.length}`;
  return printable(firstLine([count, current?.content].filter(Boolean).join(' ')));
}

function isTelling(value: Json | undefined): value is string | number {
  return (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
}

/** The host and path; a query can be long and may hold what nobody should read over a shoulder. */
function shortenUrl(value: string): string {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return value;
  const { host, pathname } = new URL(value);
  return host + (pathname === '/' ? '' : pathname);
}

function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return shorten(line, longest);
}
