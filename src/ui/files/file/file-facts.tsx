/** Facts about a file that cannot be shown here, with its actions. */
import { baseName } from '#src/state/files/file-paths.ts';
import type { OpenFile } from '#src/state/files/files.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { formatBytes, formatFullTime } from '#src/ui/kit/format-file.ts';
import { FileIcon } from '#src/ui/kit/file-icon.tsx';
import { ExportButtons } from './export-buttons.tsx';
import styles from '../files.module.css';

type FileFactsProps = { file: OpenFile; note: string; action?: { label: string; run(): void } };

export function FileFacts({ file, note, action }: FileFactsProps) {
  const { path, entry } = file;
  return (
    <div class="scroller">
      <div class="page">
        <div class={styles.filesEmpty}>
          <FileIcon name={path} isFolder={false} />
          <h2>
            <bdi>{baseName(path)}</bdi>
          </h2>
          <p class="hint numbers">
            {formatBytes(entry.size)} · {formatFullTime(entry.modified)}
          </p>
          <p class="hint">{note}</p>
          <div class="chips">
            {action && <Button onClick={action.run}>{action.label}</Button>}
            <ExportButtons path={path} />
          </div>
        </div>
      </div>
    </div>
  );
}
