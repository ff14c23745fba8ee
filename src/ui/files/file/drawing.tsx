/** An SVG file: drawn at once if that is little work, else on a tap, in a frame. */
import { useSignal } from '@preact/signals';
import { mediaType } from '#src/state/files/file-kinds.ts';
import { baseName } from '#src/state/files/file-paths.ts';
import { t } from '#src/state/text/text.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import { useKnownFile } from '#src/ui/markdown/use-known-file.ts';
import { useFileUrl } from './use-file-url.ts';
import styles from './file.module.css';

export function Drawing({ path, blob }: { path: string; blob: Blob }) {
  // The engine counts what would be drawn: a kilobyte of repeated parts can be millions of elements.
  const facts = useKnownFile([path]);
  const isWanted = useSignal(false);
  const url = useFileUrl(blob, mediaType(path));
  if (!url || facts === undefined) return null;
  const name = baseName(path);
  if (facts?.picture)
    return (
      <div class={classNames('scroller', styles.fileStage)}>
        <img src={url} alt={name} />
      </div>
    );
  if (!isWanted.value)
    return (
      <div class={styles.previewBar}>
        <p class={classNames('hint', styles.fileNote)}>{t('files.long-drawing')}</p>
        <Button kind="chip" onClick={() => (isWanted.value = true)}>
          {t('files.draw')}
        </Button>
      </div>
    );
  // Sandboxed: an opaque origin, which Chromium puts into a process of its own, and no scripts.
  return (
    <iframe
      class={classNames(styles.fileFrame, styles.pageFrame)}
      sandbox=""
      referrerpolicy="no-referrer"
      src={url}
      title={name}
    />
  );
}
