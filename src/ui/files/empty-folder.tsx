/** A folder with nothing in it: what it is for, and the ways to put something there. */
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { Icon } from '../parts/icon.tsx';
import { useSuggestion } from '../parts/use-suggestion.ts';

export function EmptyFolder({ isRoot }: { isRoot: boolean }) {
  const { router, chat } = useApp();
  const { suggest } = useSuggestion();
  function ask(): void {
    router.go({ view: 'chat', session: null });
    chat.send(suggest('suggestion.write'));
  }
  return (
    <div class="files-empty">
      <Icon name="list" />
      <h2>{t(isRoot ? 'files.empty' : 'files.empty-folder')}</h2>
      <p class="hint">{t('files.empty-hint')}</p>
      {isRoot && (
        <button type="button" class="button" onClick={ask}>
          <Icon name="chat" />
          {suggest('suggestion.write')}
        </button>
      )}
    </div>
  );
}
