/** Requests about files of the workspace: share them, show one, hand one over to another app. */
import { useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { escapeInvisibleLines } from '#shared/invisible.ts';
import { messageOf } from '#shared/message-of.ts';
import type { DeviceAction } from '#shared/tools/device-action.ts';
import { saveBlob } from '#src/state/files/file-export.ts';
import { mediaType } from '#src/state/files/file-kinds.ts';
import { baseName } from '#src/state/files/file-paths.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { formatBytes } from '#src/ui/kit/format-file.ts';
import { TapButton, TapRow, type Tap } from './tap-row.tsx';
import styles from './device.module.css';

/** Reads the files before the tap, because browsers accept a tap for a few seconds only. Null until then. */
function useFiles(paths: readonly string[], fault: Signal<string | null>): Signal<File[] | null> {
  const { connection } = useApp();
  const files = useSignal<File[] | null>(null);
  useEffect(() => {
    void Promise.all(paths.map((path) => connection.api.files.read(path))).then(
      (answers) => {
        const failed = answers.find((answer) => !answer.ok);
        if (failed) fault.value = failed.error.message;
        else
          files.value = answers.flatMap((answer, at) => (answer.ok ? [asFile(answer.value, paths[at])] : []));
      },
      (error: unknown) => (fault.value = messageOf(error)),
    );
  }, []);
  return files;
}

function asFile(blob: Blob, path = ''): File {
  const name = baseName(path);
  return new File([blob], name, { type: mediaType(name) || 'text/plain' });
}

function Files({ files }: { files: readonly File[] | null }) {
  return (
    <ul class={styles.files}>
      {files?.map(({ name, size }) => (
        <li key={name}>
          <code>{name}</code> <span class="numbers">{formatBytes(size)}</span>
        </li>
      ))}
    </ul>
  );
}

function Fault({ text }: { text: string | null }) {
  return text === null ? null : (
    <p role="alert" class={styles.fault}>
      {t('tap.refused', { reason: text })}
    </p>
  );
}

/**
 * Shares, and answers the tool afterwards. If the user closes the share sheet, there is no answer, and they
 * can try again.
 */
async function share(data: ShareData, tap: Tap, fault: Signal<string | null>): Promise<void> {
  fault.value = null;
  const refusal = refuseShare(data);
  if (refusal) return tap.answer({ did: 'failed', reason: refusal });
  try {
    await navigator.share(data);
    tap.answer({ did: 'shared' });
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) fault.value = messageOf(error);
  }
}

/**
 * The reason, for the user and the model, if the browser does not share these files; undefined if it does.
 */
function refuseShare(data: ShareData): string | undefined {
  if (!('canShare' in navigator) || navigator.canShare(data)) return undefined;
  const names = data.files?.map(({ name }) => name).join(', ');
  return names
    ? `this browser does not share these files: ${names}. The user can download them in Files`
    : 'this browser does not share this';
}

type ShareRequestProps = { action: DeviceAction & { type: 'share' }; tap: Tap };

export function ShareRequest({ action: { title, text, url, paths }, tap }: ShareRequestProps) {
  const fault = useSignal<string | null>(null);
  const files = useFiles(paths, fault);
  const words = [title, text, url].filter(Boolean).join('\n');
  const data: ShareData = {
    ...(title ? { title } : {}),
    ...(text ? { text } : {}),
    ...(url ? { url } : {}),
    ...(files.value?.length ? { files: files.value } : {}),
  };
  return (
    <>
      <p id="permission-meaning">{t('tap.share-hint')}</p>
      {words !== '' && <pre class="verbatim">{escapeInvisibleLines(words)}</pre>}
      {paths.length > 0 && <Files files={files.value} />}
      <Fault text={fault.value} />
      <TapRow tap={tap}>
        <TapButton
          tap={tap}
          label={t('tap.share')}
          isBusy={files.value === null}
          onTap={() => void share(data, tap, fault)}
        />
      </TapRow>
    </>
  );
}

export function OpenFile({ path, tap }: { path: string; tap: Tap }) {
  const { router } = useApp();
  return (
    <>
      <p id="permission-meaning">{t('tap.show-hint')}</p>
      <code class={styles.address}>{path}</code>
      <TapRow tap={tap}>
        <TapButton
          tap={tap}
          label={t('tap.show')}
          onTap={() => {
            tap.answer({ did: 'opened' });
            router.go({ view: 'files', path });
          }}
        />
      </TapRow>
    </>
  );
}

type HandOverProps = { action: DeviceAction & { type: 'hand-over' | 'add-event' }; tap: Tap };

export function HandOver({ action: { type, path, what }, tap }: HandOverProps) {
  const fault = useSignal<string | null>(null);
  const files = useFiles([path], fault);
  const file = files.value?.[0];
  const canShare = file !== undefined && 'canShare' in navigator && navigator.canShare({ files: [file] });
  return (
    <>
      {what !== '' && (
        <p id="permission-meaning" class="own-language" dir="auto">
          {escapeInvisibleLines(what)}
        </p>
      )}
      {type === 'add-event' && <p class="hint">{t('tap.calendar-hint')}</p>}
      <Files files={files.value} />
      <Fault text={fault.value} />
      <TapRow tap={tap}>
        {canShare && (
          <TapButton
            tap={tap}
            isPrimary={false}
            label={t('tap.share')}
            onTap={() => void share({ files: [file] }, tap, fault)}
          />
        )}
        <TapButton
          tap={tap}
          label={t('tap.download')}
          isBusy={file === undefined}
          onTap={() => {
            if (file) saveBlob(file, file.name);
            tap.answer({ did: 'downloaded' });
          }}
        />
      </TapRow>
    </>
  );
}
