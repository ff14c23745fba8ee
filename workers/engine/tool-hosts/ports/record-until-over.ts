/**
 * The undo recorder of a call: opened at the call's first change; rejects every change once the call is over.
 */
import type { ChangeRecorder } from '#workers/storage/workspace/change-recorder.ts';

/**
 * Every change is announced to the recorder first, while its path is locked, so this is the one place that
 * can stop all changes.
 */
export function recordUntilOver(
  open: () => Promise<ChangeRecorder>,
  over: AbortSignal,
  onChange: (path: string) => void = () => undefined,
): ChangeRecorder {
  let opening: Promise<ChangeRecorder> | undefined;
  const opened = () => (opening ??= open());
  return {
    prepare: () => void (over.aborted || opened().catch(() => undefined)),
    async keep(places, options) {
      over.throwIfAborted();
      const recorder = await opened();
      await recorder.keep(places, options);
      over.throwIfAborted();
    },
    async done(places) {
      await (await opening)?.done(places);
      for (const { segments, entry } of places) if (entry?.kind !== 'directory') onChange(segments.join('/'));
    },
    close: () =>
      void opening?.then(
        (recorder) => recorder.close(),
        () => undefined,
      ),
  };
}
