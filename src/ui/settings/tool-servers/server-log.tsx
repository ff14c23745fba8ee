/** The last lines of a server's log, with what this app added. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { McpLogLine, McpServerInfo } from '#shared/mcp/mcp.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { formatTime } from '#src/ui/kit/format-file.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import settingsStyles from '../settings.module.css';
import styles from './tool-servers.module.css';

/** Polled while shown: an event per line would let a server flood the page. */
const everyMs = 2_000;

export function ServerLog({ server }: { server: McpServerInfo }) {
  const isOpen = useSignal(false);
  const lines = useLines(server, isOpen.value);
  return (
    <details
      class={classNames(settingsStyles.advanced, 'section')}
      onToggle={(event) => (isOpen.value = event.currentTarget.open)}
    >
      <summary>
        <Icon name="chevron-right" />
        {t('mcp.log')}
      </summary>
      {lines.length === 0 ? (
        <p class="hint">{t('mcp.log-none')}</p>
      ) : (
        <ol class={styles.logLines} tabIndex={0} aria-label={t('mcp.log')}>
          {lines.toReversed().map((line, at) => (
            <li key={lines.length - at} data-level={line.level}>
              <small class="numbers">
                {formatTime(line.at)} · {t(`mcp.log-${line.from}`)} · {line.level}
              </small>
              <span dir="auto">{line.text}</span>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}

function useLines({ id }: McpServerInfo, isOpen: boolean): readonly McpLogLine[] {
  const { connection } = useApp();
  const lines = useSignal<readonly McpLogLine[]>([]);
  useEffect(() => {
    if (!isOpen) return;
    let isWanted = true;
    const show = (found: readonly McpLogLine[]) => void (isWanted && (lines.value = found));
    // The log is optional: without it the page works as well.
    const read = () => void connection.api.mcp.log(id).then(show, () => undefined);
    read();
    const timer = setInterval(read, everyMs);
    return () => {
      isWanted = false;
      clearInterval(timer);
    };
  }, [id, isOpen]);
  return lines.value;
}
