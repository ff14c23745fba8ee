/** The bar over a view: menu or back button, title, and main action. */
import type { ComponentChildren } from 'preact';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { IconButton } from '../icon-button.tsx';
import { ProblemBanner } from './problem-banner.tsx';
import { isDrawerOpen } from '#src/ui/shell-state.ts';
import styles from './top-bar.module.css';

type TopBarProps = { children: ComponentChildren; action?: ComponentChildren; onBack?: () => void };

export function TopBar({ children, action, onBack }: TopBarProps) {
  const { viewport } = useApp();
  return (
    <div>
      <header class={styles.topBar}>
        {onBack ? (
          <IconButton icon="back" label={t('nav.back')} onClick={onBack} />
        ) : (
          !viewport.isWide.value && (
            <IconButton icon="menu" label={t('nav.menu')} onClick={() => (isDrawerOpen.value = true)} />
          )
        )}
        {children}
        {action ?? <span class="icon-space" />}
      </header>
      {/* In normal flow, not an overlay, because it is permanent and must cover nothing. */}
      <ProblemBanner />
    </div>
  );
}
