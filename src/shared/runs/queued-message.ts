/** A message that the user sends while a run goes on, and what can be done with it until it is delivered. */
import type { RunId } from '../ids.ts';

/**
 * `now`: it steers the run: it goes with the results of the step in hand, or begins the next run if there is none.
 * `next`: it begins the next run. `held`: it waits for the user, because the run failed or was stopped, or because they
 * edit it.
 */
export type QueuedWhen = 'now' | 'next' | 'held';

/** `id`: the run that it would begin. `files`: the names of its attachments. */
export type QueuedMessage = { id: RunId; when: QueuedWhen; text: string; files: string[] };

/** `by`: -1 moves it forward by one, 1 back. */
export type QueueChange =
  | { type: 'when'; when: QueuedWhen }
  | { type: 'text'; text: string; when: QueuedWhen }
  | { type: 'move'; by: -1 | 1 }
  | { type: 'drop' };
