/**
 * What the app tells models besides the user's words. It is stored with the user's messages and never rewritten, so that
 * each request begins with the one before it, which services then read from their cache.
 */
import type { Message, NotePart, ToldLine, ToldNote } from '#shared/conversation/message.ts';

export function toldIn(messages: readonly Message[]): ToldNote[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'note' && part.note.type === 'told' ? [part.note] : [])),
  );
}

/** The newest line of each subject that a domain has told of. */
export function linesBy(name: string, notes: readonly ToldNote[]): Map<string, ToldLine> {
  const lines = notes.flatMap((note) => (note.by === name ? note.lines : []));
  return new Map(lines.map((line) => [line.id, line]));
}

/** The system prompt of a chat: that of its agent, and what the domains told at its start. */
export function systemPromptOf(agentPrompt: string, messages: readonly Message[]): string {
  const begun = toldIn(messages).filter(({ at }) => at === 'start');
  if (begun.length === 0) return agentPrompt;
  const intro = 'As this chat began; what changes is told with later messages.';
  const told = block('environment', [intro, ...begun.flatMap(linesOf)]);
  return `${agentPrompt}\n\n${told}`.trim();
}

/** What follows the user's text; '' for what is in the system prompt. */
export function toldText(note: ToldNote): string {
  return note.at === 'start' ? '' : block(note.by, linesOf(note));
}

/** Follows a message that the user sent during a run: without it, models take the task before it for dropped. */
export const steeredText =
  '(Sent while you were working on the task above. Take it into account and go on; the task stays, unless this changes it.)';

/** What still holds of what these messages told, for the message that replaces them. */
export function carriedFrom(left: readonly Message[]): NotePart[] {
  const notes = toldIn(left);
  const later = notes.filter(({ at }) => at === undefined);
  return [...new Set(later.map(({ by }) => by))].flatMap((by): NotePart[] => {
    const intro = later.find((note) => note.by === by)?.intro ?? '';
    const inSystem = linesBy(
      by,
      notes.filter(({ at }) => at === 'start'),
    );
    const lines = [...linesBy(by, later).values()].filter(({ id, isGone }) => !isGone || inSystem.has(id));
    return lines.length > 0 ? [{ type: 'note', note: { type: 'told', by, intro, lines } }] : [];
  });
}

function linesOf({ intro, lines }: ToldNote): string[] {
  return [...(intro === '' ? [] : [intro]), ...lines.map(({ text }) => `- ${inOneLine(text)}`)];
}

function block(name: string, lines: readonly string[]): string {
  return [`<${name}>`, ...lines, `</${name}>`].join('\n');
}

/** Names of files and memories may contain anything: none can end its line or the block. */
function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('<', '‹').replaceAll('>', '›');
}
