/**
 * The list of the heartbeat, `HEARTBEAT.md`. Agents can write the file, and each beat would follow it, so a
 * text waits until the user has accepted it.
 */
import { visibleLines } from '#shared/invisible.ts';
import { taskLimits, type TaskSettings } from '#shared/tasks/task.ts';
import type { Database } from '#workers/storage/database.ts';
import { saveAcceptedList, readBeatState } from './beat-state.ts';

export const heartbeatFile = 'HEARTBEAT.md';

export type ListDeps = {
  database: Database;
  now(): number;
  allSettings(): TaskSettings;
  /** The text of the file; '' without one. Undefined: it is larger than the limit, and was not read. */
  readList(): Promise<string | undefined>;
};

/** `isWaiting`: the user has to accept it first. `text`: as they see it, without invisible characters. */
export type BeatList = { text: string; isWaiting: boolean; isAccepted: boolean };

/** Undefined: the list is empty. */
export async function readBeatList(deps: ListDeps): Promise<BeatList | 'too-large' | undefined> {
  const read = await deps.readList();
  if (read === undefined) return 'too-large';
  const text = visibleLines(read);
  if (!hasItems(text)) return undefined;
  const isAccepted = (await readBeatState(deps)).accepted === text;
  return { text, isAccepted, isWaiting: !isAccepted && deps.allSettings().asksFirst };
}

/**
 * False if the file differs from what the user was shown, or if they edited a text that they had not
 * accepted. `before`: the text that they edited; absent: they were shown the whole text to decide on.
 */
export async function acceptList(shown: string, deps: ListDeps, before?: string): Promise<boolean> {
  const read = await deps.readList();
  if (read === undefined || shown.length > taskLimits.listBytes) return false;
  const text = visibleLines(read);
  if (text !== visibleLines(shown)) return false;
  const begun = visibleLines(before ?? '');
  if (begun !== '' && begun !== (await readBeatState(deps)).accepted) return false;
  await saveAcceptedList(text, deps);
  return true;
}

/** Headings, comments and empty boxes are no items. */
export function hasItems(list: string): boolean {
  const lines = list.replaceAll(/<!--.*?(-->|$)/gs, '').split('\n');
  return lines.some((line) => !/^\s*(#.*|[-*+]?\s*(\[[ xX]?\])?\s*)$/.test(line));
}
