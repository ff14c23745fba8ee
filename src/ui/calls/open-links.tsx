/** Links to the files that a command asks to open, such as `open chart.png`. */
import type { ToolResult } from '#shared/tools/tool.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import styles from './calls.module.css';
import mediaStyles from './media.module.css';

/** `place`: the class of their block. */
export function OpenLinks({
  result,
  place = styles.callMedia,
}: {
  result: ToolResult;
  place?: string | undefined;
}) {
  const paths = openedBy(result);
  if (paths.length === 0) return null;
  return (
    <div class={place}>
      {paths.map((path) => (
        <a
          key={path}
          class={classNames('chip', mediaStyles.mediaFile)}
          href={formatRoute({ view: 'files', path })}
        >
          <Icon name="file" />
          <span dir="auto">{t('call.open', { name: path === '' ? '/workspace' : path })}</span>
        </a>
      ))}
    </div>
  );
}

function openedBy(result: ToolResult): string[] {
  if (result.status === 'error') return [];
  return Object.entries(result.metadata ?? {}).flatMap(([name, path]) => (isOpened(name) ? [path] : []));
}

/** Whether a metadata entry is shown as a link, and so needs no line of its own. */
export function isOpened(name: string): boolean {
  return /^open_\d$/.test(name);
}
