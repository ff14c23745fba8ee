/** The preview of a text: Markdown formatted, HTML as readable text, SVG as an image. */
import { useMemo } from 'preact/hooks';
import { fileKind, mediaType } from '#src/state/files/file-kinds.ts';
import { baseName } from '#src/state/files/file-paths.ts';
import { Markdown } from '#src/ui/markdown/markdown.tsx';
import { HtmlPreview } from './html-preview.tsx';
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
  if (fileKind(path) === 'html') return <HtmlPreview path={path} text={text} />;
  return <Drawing path={path} text={text} />;
}

function Drawing({ path, text }: { path: string; text: string }) {
  const blob = useMemo(() => new Blob([text]), [text]);
  const url = useFileUrl(blob, mediaType(path));
  if (!url) return null;
  return (
    <div class={classNames('scroller', styles.fileStage)}>
      <img src={url} alt={baseName(path)} />
    </div>
  );
}
