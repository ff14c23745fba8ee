/** An empty folder: its purpose, and ways to add files. */
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { Icon } from '#src/ui/kit/icon.tsx';
import { useSuggestion } from '#src/ui/kit/use-suggestion.ts';
import styles from '../files.module.css';

export function EmptyFolder({ isRoot }: { isRoot: boolean }) {
  const { router, chat } = useApp();
  const { suggest } = useSuggestion();
  function ask(): void {
    router.go({ view: 'chat', session: null });
    chat.send(suggest('suggestion.write'));
  }
  return (
    <div class={styles.filesEmpty}>
      <Icon name="list" />
      <h2>{t(isRoot ? 'files.empty' : 'files.empty-folder')}</h2>
      <p class="hint">{t('files.empty-hint')}</p>
      {isRoot && (
        <Button icon="chat" onClick={ask}>
          {suggest('suggestion.write')}
        </Button>
      )}
    </div>
  );
}
