/** One attachment before it is sent: thumbnail or icon, name and size. */
import { useEffect, useMemo } from 'preact/hooks';
import { visibleName } from '#shared/invisible.ts';
import { imageTypes } from '#shared/conversation/content.ts';
import type { Attachment } from '#shared/rpc/protocol.ts';
import { t } from '#src/state/text/text.ts';
import { formatBytes } from '#src/ui/kit/format-file.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import styles from './attachments.module.css';

export function AttachmentPreview({ attachment }: { attachment: Attachment }) {
  const { blob } = attachment;
  return (
    <>
      {imageTypes.includes(blob.type) ? <Thumbnail blob={blob} /> : <Icon name="file" />}
      <span class={styles.attachmentText}>
        <span class={styles.attachmentName}>{attachmentName(attachment)}</span>
        <small>{formatBytes(blob.size)}</small>
      </span>
    </>
  );
}

export function attachmentName({ name }: Attachment): string {
  return (name && visibleName(name)) || t('attach.pasted');
}

function Thumbnail({ blob }: { blob: Blob }) {
  const url = useMemo(() => URL.createObjectURL(blob), [blob]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return <img class={styles.attachmentThumb} src={url} alt="" />;
}
