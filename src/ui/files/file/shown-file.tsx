/** Files that the browser can show: images, audio, video, PDF. */
import { useSignal } from '@preact/signals';
import { mediaType } from '#src/state/files/file-kinds.ts';
import { baseName } from '#src/state/files/file-paths.ts';
import type { OpenFile } from '#src/state/files/files.ts';
import { t } from '#src/state/text/text.ts';
import { FileFacts } from './file-facts.tsx';
import { useFileUrl } from './use-file-url.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './file.module.css';

export function ImageFile({ file }: { file: OpenFile }) {
  const url = useFileUrl(file.blob, mediaType(file.path));
  const broken = useSignal<string | undefined>(undefined);
  // A new version of the file has a new URL and may load.
  if (url && broken.value === url) return <FileFacts file={file} note={t('files.broken-image')} />;
  return (
    <div class={classNames('scroller', styles.fileStage)}>
      {url && <img src={url} alt={baseName(file.path)} onError={() => (broken.value = url)} />}
    </div>
  );
}

export function MediaFile({ file, kind }: { file: OpenFile; kind: 'audio' | 'video' }) {
  const url = useFileUrl(file.blob, mediaType(file.path));
  const Player = kind;
  return (
    <div class={classNames('scroller', styles.fileStage)}>
      {url && <Player src={url} controls aria-label={baseName(file.path)} />}
    </div>
  );
}

export function PdfFile({ file }: { file: OpenFile }) {
  const url = useFileUrl(file.blob, mediaType(file.path));
  return url ? <iframe class={styles.fileFrame} src={url} title={baseName(file.path)} /> : null;
}
