/** Links a folder: opens the browser's picker, then shows the survey before anything is copied. */
import { useState } from 'preact/hooks';
import { canPickFolder } from '#src/page-services/folder-access.ts';
import { escapeInvisible } from '#shared/invisible.ts';
import type { FolderSurvey } from '#shared/rpc/linked-folder.ts';
import { faultText } from '#src/state/linked-folders/folder-texts.ts';
import {
  createOpenFolder,
  type FoundFolder,
  type OpenFolder,
} from '#src/state/linked-folders/open-folder.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { formatBytes } from '#src/ui/kit/format-file.ts';
import { useFiles } from '../files-context.ts';
import { Sheet } from '#src/ui/kit/bar/sheet.tsx';
import { LeftOutList } from './left-out-list.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import filesStyles from '../files.module.css';
import styles from './linked-folders.module.css';

/** Renders nothing if the browser has no folder picker. */
export function OpenFolderButton() {
  const { connection, toasts, router } = useApp();
  const { linkedFolders } = useFiles();
  const [opening] = useState(() =>
    createOpenFolder({
      ...{ api: connection.api, toasts, linkedFolders },
      show: (path) => router.go({ view: 'files', path }),
    }),
  );
  if (!canPickFolder()) return null;
  const found = opening.found.value;
  return (
    <>
      <Button icon="device-folder" onClick={() => void opening.pick()}>
        {t('linked-folders.open')}
      </Button>
      {found && (
        <Sheet
          label={t('linked-folders.open-title', { name: escapeInvisible(found.handle.name) })}
          onClose={opening.cancel}
        >
          <FoundForm found={found} opening={opening} />
        </Sheet>
      )}
    </>
  );
}

type FoundFormProps = { found: FoundFolder; opening: OpenFolder };

function FoundForm({ found, opening }: FoundFormProps) {
  const { handle, survey, fault, everything } = found;
  const name = escapeInvisible(handle.name);
  const over = fault ?? survey?.over;
  const hasHeavy = everything || survey?.left.some(({ why }) => why === 'heavy');
  return (
    <div class={classNames(filesStyles.nameForm, styles.folderForm)}>
      <h2>{t('linked-folders.open-title', { name })}</h2>
      <div role="status">
        {!survey && !fault && <p class="hint">{t('linked-folders.looking', { name })}</p>}
        {over && <p>{faultText(over, name)}</p>}
        {survey && !over && <Facts survey={survey} />}
      </div>
      {survey && <LeftOutList left={survey.left} />}
      {hasHeavy && (
        <label class="check-line">
          <input
            type="checkbox"
            checked={everything}
            disabled={!survey}
            onChange={({ currentTarget }) => void opening.survey(currentTarget.checked)}
          />
          <span class="check-text">{t('linked-folders.everything')}</span>
        </label>
      )}
      <div class="sheet-actions">
        <Button onClick={opening.cancel}>{t('action.cancel')}</Button>
        {over ? (
          <Button kind="primary" onClick={() => void opening.pick()}>
            {t('linked-folders.choose-other')}
          </Button>
        ) : (
          <Button kind="primary" disabled={!survey} onClick={() => void opening.copy()}>
            {t('linked-folders.copy')}
          </Button>
        )}
      </div>
    </div>
  );
}

function Facts({ survey: { files, bytes } }: { survey: FolderSurvey }) {
  return (
    <>
      <p class="numbers">{t('linked-folders.what', { count: files, size: formatBytes(bytes) })}</p>
      <p class="hint">{t('linked-folders.how')}</p>
    </>
  );
}
