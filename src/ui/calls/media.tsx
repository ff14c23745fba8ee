/** An image of a conversation; any other file as a download link. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { visibleName } from '#shared/invisible.ts';
import type { MediaBlock } from '#shared/conversation/content.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { formatBytes } from '#src/ui/kit/format-file.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import { LeftOutMark } from './left-out-mark.tsx';
import styles from './media.module.css';

export function Media({ block }: { block: MediaBlock }) {
  return (
    <>
      <Shown block={block} />
      <LeftOutMark of="media" id={block.blob} />
    </>
  );
}

function Shown({ block }: { block: MediaBlock }) {
  const url = useBlobUrl(block);
  const name = visibleName(block.name ?? '');
  const label = name || block.media_type;
  if (url.value === 'gone') return <p class="hint">{t('media.gone', { name: label })}</p>;
  if (block.type === 'image' && url.value)
    return <img class={styles.mediaImage} src={url.value} alt={name || t('media.image')} />;
  return (
    <a
      class={classNames('chip', styles.mediaFile)}
      {...(url.value ? { href: url.value } : {})}
      download={name}
      aria-label={t('media.save', { name: label })}
    >
      <Icon name="file" />
      <span>{label}</span>
      <small>{formatBytes(block.bytes)}</small>
    </a>
  );
}

/** An object URL for the bytes while the component is mounted. */
function useBlobUrl({ blob, media_type }: MediaBlock) {
  const { connection, toasts } = useApp();
  const url = useSignal<string | undefined>(undefined);
  useEffect(() => {
    let isHere = true;
    let made: string | undefined;
    void toasts.attempt(connection.api.files.blob(blob)).then((read) => {
      if (!isHere || !read) return;
      if (!read.ok) return void (url.value = 'gone');
      // Files from OPFS carry no type, and the type decides how it is shown.
      made = URL.createObjectURL(read.value.slice(0, read.value.size, media_type));
      url.value = made;
    });
    return () => {
      isHere = false;
      if (made) URL.revokeObjectURL(made);
    };
  }, [blob]);
  return url;
}
