/** The list of the heartbeat: a file of the workspace, which agents can change as well. */
import { useSignal, type Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { newId } from '#shared/ids.ts';
import { taskLimits } from '#shared/tasks/task.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { useReload } from '#src/ui/use-reload.ts';

export const heartbeatPath = 'HEARTBEAT.md';

type HeartbeatList = {
  /** As typed; null until the file was read. */
  text: Signal<string | null>;
  /**
   * Saves the text; like other file changes this can be undone. It is accepted at once if the text from which
   * the user began was accepted: `waiting` means that it was not, such as after a change by an agent. Null if
   * it could not be saved.
   */
  save(): Promise<'saved' | 'waiting' | null>;
};

/** The heartbeat ignores a larger list, and it would block the field; the screen then shows a note. */
const isShown = ({ size }: Blob) => size <= taskLimits.listBytes;

export function useHeartbeatList(): HeartbeatList {
  const { connection, toasts } = useApp();
  const { files, tasks } = connection.api;
  const text = useSignal<string | null>(null);
  const stored = useRef<string | null>(null);
  useReload(['files'], async () => {
    const answer = await toasts.attempt(files.read(heartbeatPath));
    // Without a file the list is empty.
    const found = answer?.ok && isShown(answer.value) ? await answer.value.text() : null;
    const isTyped = text.value !== null && text.value !== (stored.current ?? '');
    // While the user types, the text with which they began stays the one to compare with.
    if (!isTyped) stored.current = found;
    if (!isTyped) text.value = found ?? '';
  });
  return {
    text,
    async save() {
      if (text.value === null || text.value === (stored.current ?? '')) return 'saved';
      const before = stored.current ?? '';
      const save = { path: heartbeatPath, text: text.value, base: stored.current };
      const answer = await toasts.attempt(files.saveText(newId('run'), save));
      if (!answer) return null;
      if (!answer.ok) return (toasts.show(answer.error.message), null);
      stored.current = answer.value.saved ? save.text : answer.value.disk;
      if (!answer.value.saved) return (toasts.show(t('tasks.heartbeat-conflict')), null);
      return (await toasts.attempt(tasks.acceptList(save.text, before))) ? 'saved' : 'waiting';
    },
  };
}
