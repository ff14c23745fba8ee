/** A request of a tool to do something with the device after a tap: what exactly, and the button for it. */
import { escapeInvisible } from '#shared/invisible.ts';
import type { DeviceAction } from '#shared/tools/device-action.ts';
import type { Prompt } from '#shared/tools/permission.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';
import { useArmed } from '../sheet-behaviour.ts';
import { pickContacts, pickFiles } from './choose.ts';
import { HandOver, OpenFile, ShareRequest } from './file-requests.tsx';
import { TapButton, TapRow, type CaptureProps, type Tap } from './tap-row.tsx';
import styles from './device.module.css';

const PhotoRequest = createLazyView<CaptureProps>(
  async () => (await import('./photo-request.tsx')).PhotoRequest,
  ['requests', 'taps'],
);
const AudioRequest = createLazyView<CaptureProps & { maxSeconds: number }>(
  async () => (await import('./audio-request.tsx')).AudioRequest,
  ['requests', 'taps'],
);

export function DeviceTitle({ action }: { action: DeviceAction }) {
  return <>{t(`tap.title-${action.type}`)}</>;
}

export function DeviceRequest({ prompt, action }: { prompt: Prompt; action: DeviceAction }) {
  const { prompts } = useApp();
  const isArmed = useArmed();
  const tap: Tap = {
    isArmed,
    answer: (outcome) => {
      if (isArmed || outcome !== 'denied') void prompts.answer(prompt, outcome);
    },
  };
  switch (action.type) {
    case 'open-url':
      return <OpenUrl url={action.url} tap={tap} />;
    case 'share':
      return <ShareRequest action={action} tap={tap} />;
    case 'open-file':
      return <OpenFile path={action.path} tap={tap} />;
    case 'hand-over':
    case 'add-event':
      return <HandOver action={action} tap={tap} />;
    case 'pick-files':
      return <PickFiles action={action} tap={tap} />;
    case 'pick-contacts':
      return <PickContacts action={action} tap={tap} />;
    case 'take-photo':
      return <PhotoRequest tap={tap} camera={action.camera} />;
    case 'record-audio':
      return <AudioRequest tap={tap} maxSeconds={action.maxSeconds} />;
  }
}

/** A link, because for some addresses browsers open apps only after a tap on a link. */
function OpenUrl({ url, tap }: { url: string; tap: Tap }) {
  const { protocol, host } = new URL(url);
  const isPage = protocol === 'http:' || protocol === 'https:';
  return (
    <>
      <p id="permission-meaning">{isPage ? t('tap.open-url-hint', { host }) : t('tap.open-app-hint')}</p>
      <code class={styles.address}>{escapeInvisible(url)}</code>
      <TapRow tap={tap}>
        <a
          class="button primary"
          href={url}
          {...(isPage ? { target: '_blank' } : {})}
          rel="noopener noreferrer"
          aria-disabled={!tap.isArmed}
          onClick={(event) => {
            if (!tap.isArmed) event.preventDefault();
            // Answered in a later task: the answer removes the link, and the browser would not open it.
            else setTimeout(() => tap.answer({ did: 'opened' }));
          }}
        >
          {t('tap.open')}
        </a>
      </TapRow>
    </>
  );
}

type PickProps<Type> = { action: DeviceAction & { type: Type }; tap: Tap };

function PickFiles({ action, tap }: PickProps<'pick-files'>) {
  return (
    <>
      <p id="permission-meaning">{t('tap.pick-hint')}</p>
      {action.accept !== '' && <code class={styles.address}>{escapeInvisible(action.accept)}</code>}
      <TapRow tap={tap}>
        <TapButton
          tap={tap}
          label={t('tap.pick')}
          onTap={() => pickFiles(action, (files) => tap.answer({ did: 'picked', files }))}
        />
      </TapRow>
    </>
  );
}

function PickContacts({ action, tap }: PickProps<'pick-contacts'>) {
  const fields = action.fields.map((field) => t(`tap.field-${field}`)).join(', ');
  return (
    <>
      <p id="permission-meaning">{t('tap.contacts-hint', { fields })}</p>
      <TapRow tap={tap}>
        <TapButton
          tap={tap}
          label={t('tap.pick')}
          onTap={() => void pickContacts(action).then((outcome) => outcome && tap.answer(outcome))}
        />
      </TapRow>
    </>
  );
}
