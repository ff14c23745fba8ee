/** The files that one call changed, with the changes of the whole run in them. */
import { useSignal } from '@preact/signals';
import type { RunId } from '#shared/ids.ts';
import { t } from '#src/state/text/text.ts';
import { ChangeList } from './change-list.tsx';
import { ChangesContext } from './changes-context.ts';
import { useUndo } from './run-changes.tsx';

export function CallChanges({ run, paths }: { run: RunId; paths: readonly string[] }) {
  const isOpen = useSignal(true);
  const shown = useUndo(run, isOpen);
  return (
    <section aria-label={t('call.changed')}>
      <ChangesContext.Provider value={shown}>
        <ChangeList paths={paths} />
      </ChangesContext.Provider>
    </section>
  );
}
