/** A session as a file: Markdown of the shown branch to read, JSON of all branches to keep. */
import { assertNever } from '#shared/assert-never.ts';
import { contentText, describeMedia } from '#shared/conversation/content.ts';
import type { SessionId } from '#shared/ids.ts';
import { callsWithResults, type Message, type Part, type ToldNote } from '#shared/conversation/message.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import type { SessionFormat, SessionInfo } from '#shared/conversation/session.ts';
import type { SessionStore } from './store.ts';
import { shownBranch } from './branches.ts';

export async function exportSession(
  id: SessionId,
  format: SessionFormat,
  sessions: Pick<SessionStore, 'get' | 'messages'>,
): Promise<Fallible<string>> {
  const session = await sessions.get(id);
  const message = `There is no session '${id}'.`;
  if (!session) return { ok: false, error: { type: 'validation_error', message } };
  const messages = await sessions.messages(id);
  if (format === 'json') return { ok: true, value: sessionJson(session, messages) };
  return { ok: true, value: sessionMarkdown(session, shownBranch(messages, session.head).messages) };
}

/** Everything but the bytes of images and files, which are named by their hash. */
function sessionJson(session: SessionInfo, messages: readonly Message[]): string {
  const kept = { format: 'oneclaw-session', version: 1, session, messages };
  return `${JSON.stringify(kept, null, 2)}\n`;
}

function sessionMarkdown(session: SessionInfo, messages: readonly Message[]): string {
  const date = new Date(session.updated).toISOString().slice(0, 10);
  const turns = messages.flatMap((message, at) => {
    const goesOn = message.role === 'assistant' && messages[at - 1]?.role === 'assistant';
    const body = messageMarkdown(message);
    return [...(goesOn ? [] : [headingOf(message)]), ...(body === '' ? [] : [body])];
  });
  return `${[`# ${session.title || 'Chat'}`, date, ...turns].join('\n\n')}\n`;
}

function headingOf({ role, author }: Message): string {
  if (role === 'user') return '## You';
  return author ? `## ${author.provider} (${author.model})` : '## Assistant';
}

function messageMarkdown(message: Message): string {
  const results = new Map(callsWithResults(message).map(({ call, result }) => [call.id, result]));
  const blocks = message.parts.map((part) => {
    const result = part.type === 'call' ? results.get(part.id)?.result : undefined;
    const answer = result?.status === 'success' ? contentText(result.result) : result?.message;
    return partMarkdown(part, answer ?? '');
  });
  return joinText(message, blocks);
}

/** Joins consecutive text parts without a gap: a provider may have split one text into parts. */
function joinText({ parts }: Message, blocks: readonly string[]): string {
  let text = '';
  blocks.forEach((block, at) => {
    if (block === '') return;
    const isOneText = parts[at]?.type === 'text' && parts[at - 1]?.type === 'text';
    text += text === '' || isOneText ? block : `\n\n${block}`;
  });
  return text.trim();
}

function partMarkdown(part: Part, answer: string): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'call':
      return [
        `**${part.name}** (${part.status})`,
        fence(JSON.stringify(part.arguments, null, 2), 'json'),
        ...(answer === '' ? [] : [fence(answer)]),
      ].join('\n\n');
    case 'image':
    case 'file':
      return describeMedia(part);
    case 'error':
      return `> Failed: ${part.error.type}`;
    case 'note':
      return part.note.type === 'told' ? toldMarkdown(part.note) : '';
    // Results are written with their calls; reasoning and other notes are only in the JSON.
    case 'result':
    case 'reasoning':
      return '';
    default:
      return assertNever(part);
  }
}

function toldMarkdown({ by, intro, lines }: ToldNote): string {
  const told = [intro, ...lines.map(({ text }) => `- ${text}`)].filter(Boolean).join('\n');
  return `**Told to the model** (${by})\n\n${fence(told)}`;
}

/** Longer than any fence in the text. */
function fence(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${text}\n${ticks}`;
}
