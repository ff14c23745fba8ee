/** Uploads from the device into the workspace, one file after the other, with progress for large files. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { EngineConnection } from '#src/engine/connect.ts';
import type { FilesApi } from '#shared/api/files.ts';
import type { FileProgressEvent } from '#shared/rpc/file-edit.ts';
import { newId, type RunId } from '#shared/ids.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { FileActions } from './file-actions.ts';
import { fileErrorText } from './file-errors.ts';
import { cleanName, freeName, joinPath } from './file-paths.ts';
import { t } from '../text/text.ts';
import type { Toasts } from '../base/toasts.ts';

export type Uploads = {
  /** Large files being copied, in any tab. */
  progress: ReadonlySignal<readonly FileProgressEvent[]>;
  /** Whether this tab is uploading. */
  isBusy: ReadonlySignal<boolean>;
  /** Replaces no file: a name that exists gets a number. */
  add(folder: string, files: readonly File[]): Promise<void>;
  /** Cancels the current copy and the remaining files. */
  cancel(run: RunId): void;
  follow(): () => void;
};

type UploadsDeps = {
  connection: Pick<EngineConnection, 'onEvents'> & {
    api: { files: Pick<FilesApi, 'list' | 'edit' | 'cancelEdit'> };
  };
  toasts: Pick<Toasts, 'attempt' | 'show'>;
  offerUndo: FileActions['offerUndo'];
};

export function createUploads({ connection, toasts, offerUndo }: UploadsDeps): Uploads {
  const { api, onEvents } = connection;
  const progress = signal<readonly FileProgressEvent[]>([]);
  const running = signal(0);
  const cancelled = new Set<RunId>();

  /** Returns the names the files got. */
  async function copyAll(run: RunId, folder: string, files: readonly File[]): Promise<string[]> {
    const listed = await api.files.list(folder || '.');
    const taken = listed.ok ? listed.value.map(({ name }) => name) : [];
    const added: string[] = [];
    for (const file of files) {
      if (cancelled.has(run)) break;
      const name = freeName(cleanName(file.name), [...taken, ...added]);
      const answer = await api.files.edit(run, {
        type: 'write',
        path: joinPath(folder, name),
        content: file,
      });
      if (answer.ok) added.push(name);
      else toasts.show(fileErrorText(answer.error, name));
    }
    return added;
  }

  return {
    progress,
    isBusy: computed(() => running.value > 0),
    async add(folder, files) {
      if (files.length === 0) return;
      const run = newId('run');
      running.value++;
      const added = (await toasts.attempt(copyAll(run, folder, files))) ?? [];
      running.value--;
      cancelled.delete(run);
      const [first] = added;
      if (!first) return;
      const text =
        added.length === 1
          ? t('files.added-one', { name: first })
          : t('files.added', { count: added.length });
      offerUndo(run, text);
    },
    cancel(run) {
      cancelled.add(run);
      void toasts.attempt(api.files.cancelEdit(run));
    },
    follow: () =>
      onEvents((events) => {
        for (const event of events)
          if (isProgress(event)) progress.value = withProgress(progress.value, event);
      }),
  };
}

function isProgress(event: EngineEvent): event is FileProgressEvent {
  return event.type === 'file-progress';
}

/** The latest progress per run; removes a run that has finished. */
function withProgress(
  before: readonly FileProgressEvent[],
  event: FileProgressEvent,
): readonly FileProgressEvent[] {
  const others = before.filter(({ run }) => run !== event.run);
  return event.done === event.total ? others : [...others, event];
}
