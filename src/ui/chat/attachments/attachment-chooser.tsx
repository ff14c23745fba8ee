/** Chooses attachments: a sheet on touch screens or if tool servers offer resources, else the file dialog at once. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { McpServerInfo } from '#shared/mcp/mcp.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon, type IconName } from '#src/ui/kit/icon.tsx';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';

const ServerOffer = createLazyView(
  async () => (await import('../mcp/offers/server-offer.tsx')).ServerOffer,
  ['common', 'offers', 'errors'],
);
const OfferWays = createLazyView(
  async () => (await import('../mcp/offers/offer-ways.tsx')).OfferWays,
  ['offers'],
);

const ways: readonly {
  kind: FileKind;
  icon: IconName;
  text: 'attach.images' | 'attach.camera' | 'attach.files';
}[] = [
  { kind: 'images', icon: 'image', text: 'attach.images' },
  { kind: 'camera', icon: 'camera', text: 'attach.camera' },
  { kind: 'files', icon: 'file', text: 'attach.files' },
];

export function AttachmentChooser() {
  const { draftInput, viewport } = useApp();
  const dialog = useRef<HTMLDialogElement>(null);
  const servers = useOfferingServers();
  const kind = useSignal<'resource' | 'prompt' | null>(null);
  const isTouch = viewport.isTouch.value;
  const close = () => (draftInput.isChoosing.value = false);

  async function choose(what: FileKind): Promise<void> {
    const files = await pickFiles(what);
    close();
    if (files.length > 0) await draftInput.add(files);
  }

  useEffect(() => {
    // Waits for the servers' offers: rows added later would move those being tapped.
    if (!servers) return;
    if (isTouch || servers.length > 0) dialog.current?.showModal();
    else void choose('files');
  }, [servers]);
  return (
    <dialog
      ref={dialog}
      class="sheet"
      aria-label={t('attach.choose')}
      onClose={close}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <div class="sheet-body">
        {servers && kind.value ? (
          <ServerOffer kind={kind.value} servers={servers} onDone={close} />
        ) : (
          <Ways
            isTouch={isTouch}
            servers={servers ?? []}
            onChoose={choose}
            onOffer={(it) => (kind.value = it)}
          />
        )}
      </div>
    </dialog>
  );
}

type WaysProps = {
  isTouch: boolean;
  servers: readonly McpServerInfo[];
  onChoose: (kind: FileKind) => Promise<void>;
  onOffer: (kind: 'resource' | 'prompt') => void;
};

function Ways({ isTouch, servers, onChoose, onOffer }: WaysProps) {
  return (
    <>
      {ways
        .filter(({ kind }) => isTouch || kind === 'files')
        .map(({ kind, icon, text }) => (
          <button type="button" class="row" key={kind} onClick={() => void onChoose(kind)}>
            <Icon name={icon} />
            {t(text)}
          </button>
        ))}
      {servers.length > 0 && <OfferWays servers={servers} onOffer={onOffer} />}
    </>
  );
}

/** Opens the browser's own dialog for files, photos or the camera. */

type FileKind = 'images' | 'camera' | 'files';

/** Empty if the user cancelled. Needs user activation: call it right after a tap. */
function pickFiles(kind: FileKind): Promise<File[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = kind !== 'camera';
  input.hidden = true;
  if (kind !== 'files') input.accept = 'image/*';
  if (kind === 'camera') input.capture = 'environment';
  // Some browsers garbage-collect a detached input before the user has chosen.
  document.body.append(input);
  return new Promise<File[]>((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  }).finally(() => input.remove());
}

/** Servers that are switched on and offer resources or prompts; `null` until loaded. */
function useOfferingServers(): readonly McpServerInfo[] | null {
  const { connection } = useApp();
  const servers = useSignal<readonly McpServerInfo[] | null>(null);
  useEffect(() => {
    // On an error, only files can be attached.
    const show = (list: readonly McpServerInfo[]) =>
      (servers.value = list.filter(({ enabled, offers }) => enabled && (offers.resources || offers.prompts)));
    connection.api.mcp.list().then(show, () => show([]));
  }, []);
  return servers.value;
}
