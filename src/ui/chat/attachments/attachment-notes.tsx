/** Says before sending which attachments the chosen model cannot see, or reads only with tools. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { documentKind } from '#shared/documents/document-kind.ts';
import { readAttachedText } from '#shared/conversation/attached-text.ts';
import { imageTypes } from '#shared/conversation/content.ts';
import type { Attachment } from '#shared/rpc/protocol.ts';
import { hasNetwork, type ProviderInfo } from '#shared/models/provider.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { attachmentName } from './attachment-preview.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './attachments.module.css';

type NotesProps = { attachments: readonly Attachment[] };

export function AttachmentNotes({ attachments }: NotesProps) {
  const { provider } = useApp();
  const seesImages = useSeesImages();
  const opaque = useOpaque(attachments);
  const hasImage = attachments.some(isImage);
  if (attachments.length === 0) return null;
  if (provider.value?.kind === 'guide')
    return <p class={classNames(styles.attachmentNote, 'hint')}>{t('attach.guide')}</p>;
  return (
    <div class={classNames(styles.attachmentNote, 'hint')} role="status">
      {hasImage && seesImages === false && <p>{t('attach.blind', { model: nameOfModel(provider.value) })}</p>}
      {opaque.map((attachment) => (
        <p key={attachment.blob}>{t('attach.opaque', { name: attachmentName(attachment) })}</p>
      ))}
    </div>
  );
}

function nameOfModel(provider: ProviderInfo | undefined): string {
  return provider?.model || provider?.label || t('model.this-model');
}

/** Undefined until it is known. */
function useSeesImages(): boolean | undefined {
  const { connection, provider, agent, toasts } = useApp();
  const sees = useSignal<boolean | undefined>(undefined);
  const current = provider.value;
  const model = agent.value?.model;
  useEffect(() => {
    sees.value = undefined;
    if (!current) return;
    let isHere = true;
    void findSight({ ...current, ...(model && { model }) }).then((found) => isHere && (sees.value = found));
    return () => void (isHere = false);
  }, [current, model]);

  /** The user's settings for a model override the catalogue. */
  async function findSight({ hasKey: _, ...draft }: ProviderInfo): Promise<boolean | undefined> {
    if (!hasNetwork(draft.kind)) return false;
    const override = draft.traits?.images;
    return override ?? (await toasts.attempt(connection.api.providers.modelFacts(draft)))?.traits.images;
  }
  return sees.value;
}

/** Files that are neither images nor documents nor inlined text. */
function useOpaque(attachments: readonly Attachment[]): readonly Attachment[] {
  const opaque = useSignal<readonly Attachment[]>([]);
  useEffect(() => {
    let isHere = true;
    void Promise.all(
      attachments.map(async (each) =>
        isImage(each) || isDocument(each) || (await readAttachedText(each.blob)) !== undefined ? [] : [each],
      ),
    ).then((found) => isHere && (opaque.value = found.flat()));
    return () => void (isHere = false);
  }, [attachments]);
  return opaque.value;
}

function isDocument({ blob, name }: Attachment): boolean {
  return documentKind(name ?? '', blob.type) !== undefined;
}

function isImage({ blob }: Attachment): boolean {
  return imageTypes.includes(blob.type);
}
