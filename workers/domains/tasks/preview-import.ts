/** Checks which tasks of another app's file can be added, by the rules of the form; stores nothing. */
import { taskLimits, type Task, type TaskDraft } from '#shared/tasks/task.ts';
import { isSame } from '../backup/record-list.ts';
import { readTask, type TaskWords } from './check.ts';

export type TasksPreview = {
  /** They wait until the user accepts them. */
  drafts: TaskDraft[];
  /** Indexes in `drafts`. */
  refused: number[];
};

type Clock = { now: number; timeZone: string };

export function previewTasks(
  drafts: readonly TaskDraft[],
  here: readonly Task[],
  clock: Clock,
): TasksPreview {
  const preview: TasksPreview = { drafts: [], refused: [] };
  const room = Math.min(
    taskLimits.tasks - here.length,
    taskLimits.waiting - here.filter(({ isWaiting }) => isWaiting).length,
  );
  const known: TaskWords[] = [...here];
  for (const [at, draft] of drafts.entries()) {
    const read = readTask(draft, clock);
    if (read.ok && known.some((task) => isAlike(task, read.words))) continue;
    if (!read.ok || preview.drafts.length >= room) {
      preview.refused.push(at);
      continue;
    }
    preview.drafts.push(draft);
    known.push(read.words);
  }
  return preview;
}

/** Equal tasks are skipped, so that a second import of one file adds nothing. */
function isAlike(one: TaskWords, other: TaskWords): boolean {
  return one.prompt === other.prompt && isSame(one.schedule, other.schedule);
}
