/** Below a call that offered a file or a text: buttons to share or download it, for as long as the chat exists. */
import '#src/ui/styles/more-icons.css';
import type { JsonObject } from '#shared/json.ts';
import { escapeInvisibleLines } from '#shared/invisible.ts';
import { messageOf } from '#shared/message-of.ts';
import { offeredFile } from '#shared/tools/device-action.ts';
import type { ToolResult } from '#shared/tools/tool.ts';
import type { AppState } from '#src/state/app-state.ts';
import { saveBlob } from '#src/state/files/file-export.ts';
import { mediaType } from '#src/state/files/file-kinds.ts';
import { baseName } from '#src/state/files/file-paths.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from '../calls.module.css';

const offers = classNames(styles.callMedia, styles.callOffers);

type OfferProps = { tool: string; values: JsonObject; result: ToolResult };

export function DeviceOffer({ tool, values, result }: OfferProps) {
  if (result.status === 'error') return null;
  if (tool === 'share') return <ShareOffer values={values} />;
  const path = result.metadata?.[offeredFile];
  return path === undefined ? null : <FileOffer path={path} isEvent={tool === 'create_calendar_event'} />;
}

function FileOffer({ path, isEvent }: { path: string; isEvent: boolean }) {
  const app = useApp();
  const name = baseName(path);
  return (
    <div class={offers}>
      {isEvent && <p class="hint">{t('tap.calendar-hint')}</p>}
      {canShare({ files: [asFile(new Blob(), path)] }) && (
        <Button kind="chip" icon="share" onClick={() => void share({}, [path], app)}>
          <span>{t('tap.share-name', { name })}</span>
        </Button>
      )}
      <Button kind="chip" icon="download" onClick={() => void download(path, app)}>
        <span>{t('tap.download-name', { name })}</span>
      </Button>
    </div>
  );
}

/** Shows all that is shared, because the app that gets it may send it anywhere. */
function ShareOffer({ values }: { values: JsonObject }) {
  const app = useApp();
  const [title, text, url] = [textOf(values.title), textOf(values.text), textOf(values.url)];
  const paths = Array.isArray(values.paths) ? values.paths.filter((path) => typeof path === 'string') : [];
  const data: ShareData = { ...(title && { title }), ...(text && { text }), ...(url && { url }) };
  const words = [title, text, url].filter(Boolean).join('\n');
  return (
    <div class={offers}>
      {words !== '' && <pre class="verbatim">{escapeInvisibleLines(words)}</pre>}
      {paths.length > 0 && <p class="hint">{paths.map(escapeInvisibleLines).join(', ')}</p>}
      <Button kind="chip" icon="share" onClick={() => void share(data, paths, app)}>
        <span>{t('tap.share')}</span>
      </Button>
    </div>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function canShare(data: ShareData): boolean {
  return 'canShare' in navigator && navigator.canShare(data);
}

async function share(data: ShareData, paths: readonly string[], app: AppState): Promise<void> {
  const files = await readFiles(paths, app);
  if (!files) return;
  const whole = files.length > 0 ? { ...data, files } : data;
  try {
    if (!canShare(whole)) return void app.toasts.show(t('tap.no-share'));
    await navigator.share(whole);
  } catch (error) {
    // The user closed the sheet of the system.
    if (error instanceof Error && error.name === 'AbortError') return;
    app.toasts.show(t('tap.refused', { reason: messageOf(error) }));
  }
}

async function download(path: string, app: AppState): Promise<void> {
  const [file] = (await readFiles([path], app)) ?? [];
  if (file) saveBlob(file, file.name);
}

/** Undefined if one cannot be read; a toast says why. */
async function readFiles(
  paths: readonly string[],
  { connection, toasts }: AppState,
): Promise<File[] | undefined> {
  const files: File[] = [];
  for (const path of paths) {
    const answer = await toasts.attempt(connection.api.files.read(path));
    if (answer?.ok) files.push(asFile(answer.value, path));
    else if (answer) toasts.show(answer.error.message);
    if (!answer?.ok) return undefined;
  }
  return files;
}

function asFile(blob: Blob, path: string): File {
  const name = baseName(path);
  return new File([blob], name, { type: mediaType(name) || 'text/plain' });
}
