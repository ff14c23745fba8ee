/** The preview of a text: Markdown formatted, HTML in a sandboxed frame, SVG as an image. */
import { useMemo } from 'preact/hooks';
import { fileKind, mediaType } from '#src/state/files/file-kinds.ts';
import { nameOf } from '#src/state/files/file-paths.ts';
import { t } from '#src/state/text/text.ts';
import { Markdown } from '#src/ui/markdown/markdown.tsx';
import { useFileUrl } from './use-file-url.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './file.module.css';

export function Preview({ path, text }: { path: string; text: string }) {
  if (fileKind(path) === 'markdown')
    return (
      <div class="scroller">
        <article class={styles.previewText}>
          <Markdown text={text} isLive={false} />
        </article>
      </div>
    );
  return <Drawn path={path} text={text} />;
}

function Drawn({ path, text }: { path: string; text: string }) {
  const blob = useMemo(() => new Blob([text]), [text]);
  const url = useFileUrl(blob, mediaType(path));
  if (!url) return null;
  if (fileKind(path) === 'image')
    return (
      <div class={classNames('scroller', styles.fileStage)}>
        <img src={url} alt={nameOf(path)} />
      </div>
    );
  return (
    <>
      <p class={classNames('hint', styles.fileNote)}>{t('files.html-note')}</p>
      {/* Sandboxed: opaque origin, no scripts, no forms. It inherits this page's CSP, which keeps it off the network. */}
      <iframe
        class={classNames(styles.fileFrame, styles.pageFrame)}
        sandbox=""
        src={url}
        title={nameOf(path)}
      />
    </>
  );
}
