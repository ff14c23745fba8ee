/** Summarizes a call in one line: its error, its progress, or its most telling argument. */
import type { CallPart, CallWithResult } from '#shared/conversation/message.ts';
import { escapeInvisible } from '#shared/invisible.ts';
import { isObject, type Json, parseJson } from '#shared/json.ts';
import { isSettled, readTodos, type Todo } from '#shared/conversation/todo.ts';
import { shorten } from '#shared/shorten.ts';
import { isExternalName } from '#shared/tools/external-tool.ts';
import { requestFacts, type RequestFacts } from '#shared/tools/request-facts.ts';
import { t } from '#src/state/text/text.ts';
import { formatBytes } from '#src/ui/kit/format-file.ts';
import { showProgress } from './show-progress.ts';

/** Most telling first. */
const summaryArguments = [
  'path',
  'url',
  'query',
  'pattern',
  'command',
  'code',
  'timezone',
  'name',
  'title',
  'to',
  'from',
  'output',
];
const longest = 120;
/** Characters of a specification that are parsed for its title; a longer one holds its data. */
const mostParsed = 100_000;

export function summarizeCall({ call, result }: CallWithResult): string {
  if (result?.result.status === 'error') return firstLine(result.result.message);
  if (!result && call.isQueued) return t('call.queued');
  if (!result && call.progress) return firstLine(showProgress(call.progress));
  // The question card below shows it in full.
  if (call.name === 'question') return '';
  if (call.name === 'todowrite') return summarizeTodos(readTodos(call.arguments));
  const request = isExternalName(call.name) ? undefined : requestFacts(call.name, call.arguments);
  const { url } = call.arguments;
  if (request && typeof url === 'string') return summarizeRequest(request, url);
  // Invisible characters could make one path look like another.
  return escapeInvisible(firstLine(shortenUrl(String(mostTelling(call)))));
}

function mostTelling({ name, arguments: values }: CallPart): string | number {
  const chart = name === 'make_chart' ? titleOfChart(values) : undefined;
  const found = chart ?? summaryArguments.map((each) => values[each]).find(isSummarizable);
  return found ?? Object.values(values).find(isSummarizable) ?? '';
}

/** Such as 'POST (3 kB) api.example/v1': the size comes first, because the end is cut on a narrow screen. */
function summarizeRequest({ method, bytes }: RequestFacts, url: string): string {
  const sent = bytes > 0 ? [`(${formatBytes(bytes)})`] : [];
  return escapeInvisible(firstLine([method, ...sent, shortenUrl(url)].join(' ')));
}

/** Such as '2/5 Book the train'. */
function summarizeTodos(todos: readonly Todo[]): string {
  const current = todos.find(({ status }) => status === 'in_progress');
  const count = `${todos.filter(isSettled).length}/${todos.length}`;
  return escapeInvisible(firstLine([count, current?.content].filter(Boolean).join(' ')));
}

/** Undefined if the specification has none, or is not complete yet. */
function titleOfChart({ spec }: CallPart['arguments']): string | undefined {
  const parsed = typeof spec === 'string' && spec.length <= mostParsed ? parseJson(spec) : spec;
  const title = isObject(parsed) ? parsed.title : undefined;
  const text = isObject(title) ? title.text : title;
  const lines = [text].flat().filter((line) => typeof line === 'string');
  return lines.join(' ').trim() || undefined;
}

function isSummarizable(value: Json | undefined): value is string | number {
  return (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
}

/** Host and path only: a query can be long and may contain secrets. */
function shortenUrl(value: string): string {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return value;
  const { host, pathname } = new URL(value);
  return host + (pathname === '/' ? '' : pathname);
}

function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return shorten(line, longest);
}
