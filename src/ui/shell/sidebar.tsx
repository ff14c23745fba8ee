/** Navigation and the list of chats, beside the view on wide screens and in the drawer on phones. */
import type { Route } from '#src/state/base/route.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon, type IconName } from '#src/ui/kit/icon.tsx';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { Mark } from '#src/ui/kit/mark.tsx';
import { SessionList } from '#src/ui/sessions/session-list.tsx';
import styles from './sidebar.module.css';

export function Sidebar({ onLeave }: { onLeave?: () => void }) {
  const { router, chat } = useApp();
  const { view } = router.route.value;
  const chatRoute: Route = { view: 'chat', session: chat.session.value };
  return (
    <div class={styles.sidebar}>
      <div class={styles.sidebarHead}>
        <Mark />
        <span class={styles.wordmark}>{t('app.name')}</span>
        {onLeave && <IconButton icon="close" label={t('nav.close')} onClick={onLeave} />}
      </div>
      <nav aria-label={t('nav.label')}>
        <NavLink
          route={chatRoute}
          icon="chat"
          label={t('nav.chat')}
          isCurrent={view === 'chat'}
          onLeave={onLeave}
        />
        <NavLink
          route={{ view: 'agents' }}
          icon="agent"
          label={t('nav.agents')}
          isCurrent={view === 'agents' || view === 'agent'}
          onLeave={onLeave}
        />
        <NavLink
          route={{ view: 'tools', tool: null }}
          icon="tool"
          label={t('nav.tools')}
          isCurrent={view === 'tools'}
          onLeave={onLeave}
        />
        <NavLink
          route={{ view: 'files', path: '' }}
          icon="list"
          label={t('nav.files')}
          isCurrent={view === 'files'}
          onLeave={onLeave}
        />
        <NavLink
          route={{ view: 'activity' }}
          icon="activity"
          label={t('nav.activity')}
          isCurrent={view === 'activity'}
          onLeave={onLeave}
        />
        <NavLink
          route={{ view: 'settings' }}
          icon="settings"
          label={t('nav.settings')}
          isCurrent={view === 'settings' || view === 'provider'}
          onLeave={onLeave}
        />
      </nav>
      <SessionList onLeave={onLeave} />
    </div>
  );
}

type NavLinkProps = {
  route: Route;
  icon: IconName;
  label: string;
  isCurrent: boolean;
  onLeave: (() => void) | undefined;
};

function NavLink({ route, icon, label, isCurrent, onLeave }: NavLinkProps) {
  return (
    <a class="row" href={formatRoute(route)} aria-current={isCurrent ? 'page' : undefined} onClick={onLeave}>
      <Icon name={icon} />
      {label}
    </a>
  );
}
