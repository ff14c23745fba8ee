/** A path that does not exist, with a way to the files; unsaved text of it can be restored. */
import { useSignal } from '@preact/signals';
import { newId } from '#shared/ids.ts';
import { storeFileDraft, storedFileDraft } from '#src/state/files/file-drafts.ts';
import { fileErrorText } from '#src/state/files/file-errors.ts';
import { baseName } from '#src/state/files/file-paths.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { TopBar } from '#src/ui/kit/bar/top-bar.tsx';
import styles from './files.module.css';

export function MissingView({ path }: { path: string }) {
  const { router, connection, toasts } = useApp();
  const draft = useSignal(storedFileDraft(path));

  async function saveAgain(): Promise<void> {
    const text = draft.value?.field ?? '';
    const answer = await toasts.attempt(
      connection.api.files.saveText(newId('run'), { path, text, base: null }),
    );
    if (answer && !answer.ok) return void toasts.show(fileErrorText(answer.error, baseName(path)));
    // If the file was created again meanwhile, its editor shows both texts.
    if (answer?.ok && answer.value.saved) storeFileDraft(path, null);
  }

  return (
    <>
      <TopBar onBack={() => router.go({ view: 'files', path: '' })}>
        <h1 class="view-title">{baseName(path)}</h1>
      </TopBar>
      <div class="scroller">
        <div class="page">
          <div class={styles.filesEmpty}>
            <p>{t('files.missing', { name: path })}</p>
            {draft.value && (
              <>
                <p class="hint">{t('files.missing-draft')}</p>
                <button type="button" class="button primary" onClick={() => void saveAgain()}>
                  {t('files.save-again')}
                </button>
              </>
            )}
            <a class="button" href={formatRoute({ view: 'files', path: '' })}>
              {t('files.show-all')}
            </a>
          </div>
        </div>
      </div>
    </>
  );
}
