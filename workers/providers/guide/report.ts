/** Turns tool results into sentences. */
import { assertNever } from '#shared/assert-never.ts';
import { contentText } from '#shared/conversation/content.ts';
import { emptyBody, emptyFolder } from '#shared/tools/tool-phrases.ts';
import { isExternalName } from '#shared/tools/external-tool.ts';
import type { ToolDefinition, ToolResult } from '#shared/tools/tool.ts';
import { shorten } from '#shared/shorten.ts';
import { answers, type Answers, type Language } from './answers.ts';
import type { Intent, Problem } from './intent.ts';

/** An intent and its result, if there is one. */
export type Done = { intent: Intent; result: ToolResult | undefined };

const shownCharacters = 2_000;
const shownLines = 40;

export function report(
  done: readonly Done[],
  problems: readonly Problem[],
  stopped: boolean,
  language: Language,
): string {
  const say = answers[language];
  const sentences = [
    ...done.map((one) => describe(one, language)),
    ...new Set(problems.map((problem) => explain(problem, say))),
  ];
  if (stopped) sentences.push(say.stopped);
  return sentences.join('\n\n');
}

export function help(tools: ReadonlySet<string>, problems: readonly Problem[], language: Language): string {
  const say = answers[language];
  const offered = say.examples.filter(([tool]) => tools.has(tool)).map(([, example]) => `- ${example}`);
  const capabilities = offered.length > 0 ? `${say.who}\n\n${offered.join('\n')}` : say.noTools;
  const explained = [...new Set(problems.map((problem) => explain(problem, say)))];
  // A known kind of mistake gets its own explanation, without the list of examples.
  if (problems.some(({ type }) => type !== 'unclear')) return explained.join('\n\n');
  const others = problems.length > 0 ? [say.elsewhere] : [];
  return [...explained, ...others, capabilities, say.addModel].join('\n\n');
}

/** What the guide understands, and the tools that it can call by name. */
export function listTools(tools: readonly ToolDefinition[], language: Language): string {
  const say = answers[language];
  const groups = new Map<string, string[]>();
  for (const { name, category } of tools) {
    const group = isExternalName(name) ? say.external : say.categories[category];
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  const separator = language === 'zh' ? '、' : ', ';
  const lines = [...groups].map(([group, names]) => `- ${group}${colon(language)}${names.join(separator)}`);
  const known = help(new Set(tools.map(({ name }) => name)), [], language);
  return [say.tools, lines.join('\n'), known].join('\n\n');
}

/** The text that a step produced, for "… and save it to …"; for a page only the body of the response. */
export function outcomeText({ intent, result }: Done): string {
  if (result?.status !== 'success') return '';
  const text = contentText(result.result);
  return intent.type === 'fetch' ? parseResponse(text).body : text;
}

function describe({ intent, result }: Done, language: Language): string {
  const say = answers[language];
  if (!result) return `${failure(intent, say)}${colon(language)}${say.noResult}`;
  if (result.status === 'success') return success(intent, contentText(result.result), language);
  const hint = say.hints[result.error_type] ?? '';
  return `${failure(intent, say)}${colon(language)}${result.message} ${hint}`.trim();
}

function success(intent: Intent, result: string, language: Language): string {
  const say = answers[language];
  switch (intent.type) {
    case 'time':
      return say.time(clock(result, intent.place !== undefined, language), intent.place?.name);
    case 'write': {
      const count = /([\d,]+) bytes?/i.exec(result)?.[1];
      return say.saved(intent.path, count ? say.bytes(count) : '', intent.append);
    }
    case 'read':
      return result === '' ? say.isEmpty(intent.path) : block(say.contains(intent.path), result, say);
    case 'list':
      return result.trim() === emptyFolder
        ? say.listedNothing(intent.path)
        : block(say.listed(intent.path), result, say);
    case 'fetch': {
      const { status, body } = parseResponse(result);
      const opening = say.answered(intent.url, status);
      return body.trim() === '' || body.trim() === emptyBody
        ? opening.replace(/[:：]$/, language === 'zh' ? '。' : '.')
        : block(opening, body, say);
    }
    case 'tool':
      return block(say.toolSaid(intent.name), result, say);
    default:
      return assertNever(intent);
  }
}

function failure(intent: Intent, say: Answers): string {
  switch (intent.type) {
    case 'time':
      return say.failed.time;
    case 'write':
      return say.failed.write(intent.path);
    case 'read':
      return say.failed.read(intent.path);
    case 'list':
      return say.failed.list;
    case 'fetch':
      return say.failed.fetch(intent.url);
    case 'tool':
      return say.failed.tool(intent.name);
    default:
      return assertNever(intent);
  }
}

function explain(problem: Problem, say: Answers): string {
  switch (problem.type) {
    case 'unclear':
      return say.unclear(shorten(problem.text, 80));
    case 'unknown-place':
      return say.unknownPlace(problem.place);
    case 'bad-arguments':
      return say.badArguments(problem.tool);
    case 'switched-off':
      return say.switchedOff(problem.tool);
    default:
      return assertNever(problem);
  }
}

/** Formats "Sunday, November 22, 2026 at 6:58:01 AM GMT+9" by language; a named place replaces the zone. */
function clock(result: string, hasPlace: boolean, language: Language): string {
  const local = /^.*?\d:\d\d(?::\d\d)?(?:\s?[AP]M)?/i.exec(result)?.[0] ?? result;
  if (language === 'en') return hasPlace ? local : result;
  const time = Date.parse(
    `${local
      .replace(/^\p{L}+,\s*/u, '')
      .replace(' at ', ' ')
      .replace(/\s/gu, ' ')} UTC`,
  );
  if (Number.isNaN(time)) return ` ${result}`;
  return new Intl.DateTimeFormat('zh-CN', { dateStyle: 'full', timeStyle: 'medium', timeZone: 'UTC' }).format(
    time,
  );
}

function parseResponse(result: string): { status: string; body: string } {
  const status = /^HTTP(?:\/[\d.]+)? (\d{3}[^\r\n]*)/.exec(result)?.[1]?.trim();
  if (status === undefined) return { status: '', body: result };
  const blank = /\r?\n\r?\n/.exec(result);
  return { status, body: blank ? result.slice(blank.index + blank[0].length) : '' };
}

/** A fence longer than any inside, so that a file cannot end its own block. */
function block(opening: string, text: string, say: Answers): string {
  const shown = firstLines(text);
  const longest = Math.max(2, ...[...shown.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const note = shown.length < text.trimEnd().length ? `\n${say.shortened}` : '';
  return `${opening}\n${fence}\n${shown}\n${fence}${note}`;
}

function firstLines(text: string): string {
  const lines = text.trimEnd().split('\n').slice(0, shownLines).join('\n');
  return shorten(lines, shownCharacters, '');
}

function colon(language: Language): string {
  return language === 'zh' ? '：' : ': ';
}
