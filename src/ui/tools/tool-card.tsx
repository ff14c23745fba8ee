/** One tool in the grid: its description, its needs, its switch, and a link to its details. */
import type { ToolInfo } from '#shared/tools/tool.ts';
import { t, toKey } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { PermissionIcons } from '#src/ui/kit/permission-icons.tsx';
import { ToolSwitch } from '#src/ui/kit/tools/tool-switch.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './tools.module.css';

export function ToolCard({ tool }: { tool: ToolInfo }) {
  const { router } = useApp();
  return (
    <li class={styles.toolCard} data-off={tool.enabled ? undefined : ''}>
      <div class={styles.toolCardHead}>
        <div class={styles.toolCardTitle}>
          <strong>{tool.title}</strong> <code>{tool.name}</code>
        </div>
        <IconButton
          class={classNames('quiet', styles.toolCardDetails)}
          icon="info"
          label={t('tools.details', { name: tool.name })}
          onClick={() => router.go({ view: 'tools', tool: tool.name })}
        />
        {/* The switch covers the card; the button lies above it. */}
        {!tool.unusable && <ToolSwitch tool={tool} />}
      </div>
      <p class="tool-about" dir="auto">
        {tool.unusable ? t(`refusal.${toKey(tool.unusable.reason)}`, tool.unusable) : tool.description}
      </p>
      <div class={styles.toolFacts}>
        {!tool.unusable && (
          <>
            <span class={styles.fact}>{t(`category.${tool.category}`)}</span>
            <span class={classNames(styles.fact, 'numbers')}>
              {tool.timeoutSeconds === null
                ? t('tools.waits')
                : t('tools.seconds', { count: tool.timeoutSeconds })}
            </span>
            <PermissionIcons permissions={tool.permissions} />
          </>
        )}
        {!tool.enabled && <span class={styles.fact}>{t(tool.unusable ? 'tools.refused' : 'tools.off')}</span>}
      </div>
    </li>
  );
}
