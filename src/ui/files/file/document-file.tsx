/** The text of a document: PDF if the browser cannot show it, office files, books, tables, notebooks. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { DocumentText } from '#shared/api/files.ts';
import { documentKind } from '#shared/documents/document-kind.ts';
import { newId } from '#shared/ids.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import { documentErrorText } from '#src/state/files/file-errors.ts';
import { baseName } from '#src/state/files/file-paths.ts';
import type { OpenFile } from '#src/state/files/files.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Markdown } from '#src/ui/markdown/markdown.tsx';
import { FileFacts } from './file-facts.tsx';
import styles from './file.module.css';

/** The call to the engine failed; a toast says why. */
const noAnswer = { ok: false, error: { type: 'execution_error', message: '' } } as const;

export function DocumentFile({ file }: { file: OpenFile }) {
  const { connection, toasts } = useApp();
  const { path, entry } = file;
  const document = useSignal<Fallible<DocumentText> | null>(null);
  useEffect(() => {
    const { files } = connection.api;
    const reading = newId('execution');
    let isHere = true;
    document.value = null;
    void toasts.attempt(files.readDocument(path, undefined, reading)).then((read) => {
      if (isHere) document.value = read ?? noAnswer;
    });
    return () => {
      isHere = false;
      if (document.value === null) void toasts.attempt(files.cancelReading(reading));
    };
  }, [path, entry.modified]);

  const read = document.value;
  if (read?.ok === false)
    return <FileFacts file={file} note={documentErrorText(read.error, baseName(path))} />;
  const value = read?.value ?? null;
  return (
    <div class="scroller">
      <article class={styles.previewText} aria-busy={value === null}>
        {value === null ? (
          <p class="hint" role="status">
            {t('files.reading-document')}
          </p>
        ) : (
          <>
            {/* Not for tables: their description is meant for models. */}
            {documentKind(path) !== 'csv' && <p class="hint">{value.description}</p>}
            <Markdown text={value.markdown} isLive={false} />
            {value.isCut && <p class="hint">{t('files.document-goes-on')}</p>}
          </>
        )}
      </article>
    </div>
  );
}
