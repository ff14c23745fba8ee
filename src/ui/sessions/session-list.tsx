/** The list of chats, pinned ones first, the others by day; only rows near the view are rendered. */
import type { RefObject } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import type { SessionInfo } from '#shared/conversation/session.ts';
import { groupSessions } from '#src/state/sessions/group-sessions.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { waitingToday } from '#src/state/today/signals.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';
import { searchText, menuOf } from '#src/ui/shell-state.ts';
import { useVirtualList } from './use-virtual-list.ts';
import styles from './session-list.module.css';

const SearchResults = createLazyView(
  async () => (await import('../sessions/search-results.tsx')).SearchResults,
  ['common'],
);

type Leave = (() => void) | undefined;

export function SessionList({ onLeave }: { onLeave: Leave }) {
  const { sessions } = useApp();
  const scroller = useRef<HTMLElement>(null);
  return (
    <>
      <TodayLine onLeave={onLeave} />
      {sessions.list.value.length > 0 && <SessionSearch />}
      <section ref={scroller} class={styles.sessions} aria-label={t('sessions.label')}>
        {searchText.value.trim() ? <SearchResults /> : <Groups scroller={scroller} onLeave={onLeave} />}
      </section>
    </>
  );
}

/** The link to Today, with the number of things that wait for the user there. */
function TodayLine({ onLeave }: { onLeave: Leave }) {
  const { route } = useApp().router;
  const isCurrent = route.value.view === 'screen' && route.value.name === 'today';
  return (
    <a
      class={`row ${styles.today}`}
      href="#/today"
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onLeave}
    >
      <span class="row-text">{t('sessions.today')}</span>
      {waitingToday.value > 0 && <span class={styles.badge}>{waitingToday.value}</span>}
    </a>
  );
}

function Groups({ scroller, onLeave }: { scroller: RefObject<HTMLElement | null>; onLeave: Leave }) {
  const { sessions } = useApp();
  const list = useRef<HTMLDivElement>(null);
  const groups = useMemo(() => groupSessions(sessions.list.value, new Date()), [sessions.list.value]);
  const { places, row } = useVirtualList(scroller, list, groups);
  return (
    <div ref={list}>
      {groups.map(({ key, sessions: { length } }) => (
        <section key={key} aria-label={t(`sessions.${key}`)}>
          <h2 class="row-label">{t(`sessions.${key}`)}</h2>
          <ul class={styles.group} style={{ height: `${length * row}px` }}>
            {places
              .filter(({ group }) => group === key)
              .map(({ session, at }) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  place={{ top: at * row, position: at + 1, of: length }}
                  onLeave={onLeave}
                />
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

type SessionRowProps = {
  session: SessionInfo;
  /** The place of the row in its group. */
  place: { top: number; position: number; of: number };
  onLeave: Leave;
};

function SessionRow({ session, place, onLeave }: SessionRowProps) {
  const { router, sessions, prompts } = useApp();
  const title = session.title || t('sessions.untitled');
  const route = router.route.value;
  const isCurrent = route.view === 'chat' && route.session === session.id;
  const isAsking = prompts.open.value.some((prompt) => prompt.session === session.id);

  const openMenu = ({ currentTarget }: { currentTarget: Element }) =>
    (menuOf.value = { session: session.id, top: currentTarget.getBoundingClientRect().top });

  return (
    <li
      class={styles.session}
      style={{ insetBlockStart: `${place.top}px` }}
      data-session={session.id}
      aria-posinset={place.position}
      aria-setsize={place.of}
    >
      <a
        class="row"
        href={formatRoute({ view: 'chat', session: session.id })}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onLeave}
        // Opened by a long press, a right click or the menu key.
        onContextMenu={(event) => {
          event.preventDefault();
          openMenu(event);
        }}
      >
        <span class="row-text" dir="auto">
          {title}
        </span>
        {session.task && (
          <span class={styles.scheduled}>
            <Icon name="clock" />
            {t('sessions.scheduled')}
          </span>
        )}
        {isAsking && <span class={styles.badge}>{t('sessions.asking')}</span>}
        {!isAsking && sessions.running.value.has(session.id) && (
          <span class="pulse" role="img" aria-label={t('sessions.running')} />
        )}
      </a>
      <QuietButton icon="more" label={t('sessions.more', { title })} onClick={openMenu} />
    </li>
  );
}

/** The search field above the list of chats; the results view is lazily loaded. */
function SessionSearch() {
  const { connection, toasts } = useApp();
  return (
    <label class={styles.sessionSearch}>
      <Icon name="search" />
      <input
        type="search"
        value={searchText.value}
        placeholder={t('sessions.search')}
        aria-label={t('sessions.search')}
        onFocus={() => void toasts.attempt(connection.api.sessions.prepareSearch())}
        onInput={(event) => (searchText.value = event.currentTarget.value)}
      />
    </label>
  );
}
