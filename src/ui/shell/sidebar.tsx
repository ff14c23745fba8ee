/** Navigation and the list of chats, beside the view on wide screens and in the drawer on phones. */
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { Mark } from '#src/ui/kit/mark.tsx';
import styles from './sidebar.module.css';
import { SessionList } from '#src/ui/sessions/session-list.tsx';
import { screenOf, screens } from '../screens.ts';

export function Sidebar({ onLeave }: { onLeave?: () => void }) {
  const { router, chat } = useApp();
  const { name: current } = screenOf(router.route.value);
  return (
    <div class={styles.sidebar}>
      <div class={styles.sidebarHead}>
        <Mark />
        <span class={styles.wordmark}>{t('app.name')}</span>
        {onLeave && <IconButton icon="close" label={t('nav.close')} onClick={onLeave} />}
      </div>
      <nav aria-label={t('nav.label')}>
        {screens.map(({ name, icon, label }) => (
          <a
            key={name}
            class="row"
            // Links to the open chat, not to a new one.
            href={name === 'chat' ? formatRoute({ view: 'chat', session: chat.session.value }) : `#/${name}`}
            aria-current={name === current ? 'page' : undefined}
            onClick={onLeave}
          >
            <Icon name={icon} />
            {t(label)}
          </a>
        ))}
      </nav>
      <SessionList onLeave={onLeave} />
    </div>
  );
}
