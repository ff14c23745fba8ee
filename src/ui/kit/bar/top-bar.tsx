/** The bar over a view: menu or back button, title, and main action. */
import type { ComponentChildren } from 'preact';
import { t, toKey } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { IconButton } from '../icon-button.tsx';
import { isDrawerOpen } from '#src/ui/shell-state.ts';
import styles from './top-bar.module.css';
import { Icon } from '../icon.tsx';
import { classNames } from '../class-names.ts';
import bannerStyles from './banners.module.css';

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

/** The banner that says why OneClaw cannot work in this browser, and what to do. */
function ProblemBanner() {
  const problem = useApp().problem.value;
  if (!problem) return null;
  return (
    <div class={classNames(bannerStyles.banner, bannerStyles.problem)} role="alert">
      <Icon name="alert" />
      <p>{t(`problem.${toKey(problem)}`)}</p>
      <button type="button" class="text-button" onClick={() => location.reload()}>
        {t('action.reload')}
      </button>
    </div>
  );
}
