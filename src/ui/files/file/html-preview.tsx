/** An HTML file: as readable text first, and as a page on a tap. */
import { useSignal } from '@preact/signals';
import { pageNeeds } from '#shared/documents/page-needs.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { useEffect, useMemo } from 'preact/hooks';
import { baseName } from '#src/state/files/file-paths.ts';
import { t } from '#src/state/text/text.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import { Markdown } from '#src/ui/markdown/markdown.tsx';
import { readable } from '#src/ui/markdown/renderer/renderer.ts';
import { ExportButtons } from './export-buttons.tsx';
import { safePage } from './safe-page.ts';
import { useFileUrl } from './use-file-url.ts';
import styles from './file.module.css';

type HtmlPreviewProps = { path: string; text: string };

export function HtmlPreview({ path, text }: HtmlPreviewProps) {
  const isPage = useSignal(false);
  const needs = useMemo(() => pageNeeds(text), [text]);
  return (
    <>
      <div class={styles.previewBar}>
        <p class={classNames('hint', styles.fileNote)}>
          {t(isPage.value ? 'files.html-note' : 'files.html-text-note')}
        </p>
        <Button kind="chip" onClick={() => (isPage.value = !isPage.value)}>
          {t(isPage.value ? 'files.show-as-text' : 'files.show-as-page')}
        </Button>
      </div>
      {needs && (
        <div class={styles.previewBar}>
          <p class={classNames('hint', styles.fileNote)}>
            {t(needs === 'scripts' ? 'files.html-scripts' : 'files.html-styles')}
          </p>
          <ExportButtons path={path} kind="chip" />
        </div>
      )}
      {isPage.value ? <Page path={path} text={text} /> : <ReadableText text={text} />}
    </>
  );
}

function Page({ path, text }: HtmlPreviewProps) {
  const page = useMemo(() => safePage(text), [text]);
  const blob = useMemo(() => new Blob([page ?? '']), [page]);
  const url = useFileUrl(blob, 'text/html');
  if (page === null) return <p class={classNames('hint', styles.fileNote)}>{t('files.no-page')}</p>;
  if (!url) return null;
  // Sandboxed: opaque origin, no scripts, no forms. It inherits this page's policy, and has a stricter one of its own.
  return (
    <iframe
      class={classNames(styles.fileFrame, styles.pageFrame)}
      sandbox=""
      referrerpolicy="no-referrer"
      src={url}
      title={baseName(path)}
    />
  );
}

/** The readable text; the source if it cannot be converted, or that takes too long. */
function ReadableText({ text }: { text: string }) {
  const markdown = useSignal<string | null>(null);
  const isFailed = useSignal(false);
  useEffect(() => {
    const leaving = new AbortController();
    void readable(text, leaving.signal).then((converted) => {
      if (leaving.signal.aborted) return;
      markdown.value = converted;
      isFailed.value = converted === null;
    });
    return () => leaving.abort();
  }, [text]);
  return (
    <div class="scroller">
      <article class={styles.previewText}>
        {isFailed.value && <pre class={styles.plainFile}>{text}</pre>}
        {markdown.value === '' && <p class="hint">{t('files.no-words')}</p>}
        {markdown.value && <Markdown text={markdown.value} isLive={false} />}
      </article>
    </div>
  );
}
