/** The text of a document: PDF where the browser shows none, office files, books, tables, notebooks. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { DocumentText } from '#shared/api/files.ts';
import type { OpenFile } from '#src/state/files/files.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Markdown } from '#src/ui/markdown/markdown.tsx';
import { FileFacts } from './file-facts.tsx';
import styles from './file.module.css';

export function DocumentFile({ file }: { file: OpenFile }) {
  const { connection, toasts } = useApp();
  const { path, entry } = file;
  const document = useSignal<DocumentText | 'unread' | null>(null);
  useEffect(() => {
    let isHere = true;
    document.value = null;
    void toasts.attempt(connection.api.files.readDocument(path)).then((read) => {
      if (isHere) document.value = read?.ok ? read.value : 'unread';
    });
    return () => void (isHere = false);
  }, [path, entry.modified]);

  const { value } = document;
  if (value === 'unread') return <FileFacts file={file} note={t('files.unread-document')} />;
  return (
    <div class="scroller">
      <article class={styles.previewText} aria-busy={value === null}>
        {value === null ? (
          <p class="hint" role="status">
            {t('files.reading-document')}
          </p>
        ) : (
          <>
            <p class="hint">{value.description}</p>
            <Markdown text={value.markdown} isLive={false} />
            {value.isCut && <p class="hint">{t('files.document-goes-on')}</p>}
          </>
        )}
      </article>
    </div>
  );
}
