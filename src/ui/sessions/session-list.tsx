/** The list of chats, pinned ones first, the others by day. */
import type { SessionInfo } from '#shared/conversation/session.ts';
import { groupSessions } from '#src/state/sessions/group-sessions.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';
import { searchText, menuOf } from '#src/ui/shell-state.ts';
import { SessionSearch } from './session-search.tsx';
import styles from './session-list.module.css';

const SearchResults = createLazyView(
  async () => (await import('../sessions/search-results.tsx')).SearchResults,
  ['common'],
);

export function SessionList({ onLeave }: { onLeave: (() => void) | undefined }) {
  const { sessions } = useApp();
  return (
    <>
      {sessions.list.value.length > 0 && <SessionSearch />}
      <section class={styles.sessions} aria-label={t('sessions.label')}>
        {searchText.value.trim() ? (
          <SearchResults />
        ) : (
          groupSessions(sessions.list.value, new Date()).map((group) => (
            <section key={group.key} aria-label={t(`sessions.${group.key}`)}>
              <h2 class="row-label">{t(`sessions.${group.key}`)}</h2>
              <ul>
                {group.sessions.map((session) => (
                  <SessionRow key={session.id} session={session} onLeave={onLeave} />
                ))}
              </ul>
            </section>
          ))
        )}
      </section>
    </>
  );
}

function SessionRow({ session, onLeave }: { session: SessionInfo; onLeave: (() => void) | undefined }) {
  const { router, sessions, prompts } = useApp();
  const title = session.title || t('sessions.untitled');
  const route = router.route.value;
  const isCurrent = route.view === 'chat' && route.session === session.id;
  const isAsking = prompts.open.value.some((prompt) => prompt.session === session.id);

  const openMenu = ({ currentTarget }: { currentTarget: Element }) =>
    (menuOf.value = { session: session.id, top: currentTarget.getBoundingClientRect().top });

  return (
    <li class={styles.session}>
      <a
        class="row"
        href={formatRoute({ view: 'chat', session: session.id })}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onLeave}
        // Long press, right click or the menu key.
        onContextMenu={(event) => {
          event.preventDefault();
          openMenu(event);
        }}
      >
        <span class="row-text" dir="auto">
          {title}
        </span>
        {isAsking && <span class={styles.badge}>{t('sessions.asking')}</span>}
        {!isAsking && sessions.running.value.has(session.id) && (
          <span class="pulse" role="img" aria-label={t('sessions.running')} />
        )}
      </a>
      <IconButton class="quiet" icon="more" label={t('sessions.more', { title })} onClick={openMenu} />
    </li>
  );
}
