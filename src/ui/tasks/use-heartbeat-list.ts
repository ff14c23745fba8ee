/** The list that the heartbeat looks at: a file of the workspace, which agents change, too. */
import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { newId } from '#shared/ids.ts';
import { taskLimits } from '#shared/tasks/task.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';

export const heartbeatPath = 'HEARTBEAT.md';

type HeartbeatList = {
  /** As typed; null until it was read. */
  text: Signal<string | null>;
  /**
   * Can be undone as other changes of files. What the user typed needs no yes, unless they typed it into a text that they
   * have not accepted: the field shows what an agent wrote meanwhile. Null if it could not be written.
   */
  save(): Promise<'saved' | 'waiting' | null>;
};

/** One that is too large is not looked at, and a field with it would not answer; the screen says so. */
const isShown = ({ size }: Blob) => size <= taskLimits.listBytes;

export function useHeartbeatList(): HeartbeatList {
  const { connection, toasts } = useApp();
  const { files, tasks } = connection.api;
  const text = useSignal<string | null>(null);
  const stored = useRef<string | null>(null);
  useEffect(() => {
    const read = async () => {
      const answer = await toasts.attempt(files.read(heartbeatPath));
      // Without a file the list is empty.
      const found = answer?.ok && isShown(answer.value) ? await answer.value.text() : null;
      const isTyped = text.value !== null && text.value !== (stored.current ?? '');
      // What is being typed is compared with the text it began with.
      if (!isTyped) stored.current = found;
      if (!isTyped) text.value = found ?? '';
    };
    void read();
    return connection.onEvents((events) => {
      if (events.some((event) => event.type === 'changed' && event.kind === 'files')) void read();
    });
  }, []);
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
