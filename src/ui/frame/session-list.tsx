/** All chats by day, each with a way to open and to delete it. */
import type { SessionInfo } from '../../shared/session.ts';
import { groupSessions } from '../../state/group-sessions.ts';
import { formatRoute } from '../../state/route.ts';
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { IconButton } from '../parts/icon-button.tsx';

export function SessionList({ onLeave }: { onLeave: (() => void) | undefined }) {
  const { sessions } = useApp();
  return (
    <section class="sessions" aria-label={t('sessions.label')}>
      {groupSessions(sessions.list.value, new Date()).map((group) => (
        <section key={group.key} aria-label={t(`sessions.${group.key}`)}>
          <h2 class="row-label">{t(`sessions.${group.key}`)}</h2>
          <ul>
            {group.sessions.map((session) => (
              <SessionRow key={session.id} session={session} onLeave={onLeave} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

function SessionRow({ session, onLeave }: { session: SessionInfo; onLeave: (() => void) | undefined }) {
  const { router, sessions, chat, prompts } = useApp();
  const title = session.title || t('sessions.untitled');
  const route = router.route.value;
  const isCurrent = route.view === 'chat' && route.session === session.id;
  const isAsking = prompts.open.value.some((prompt) => prompt.session === session.id);

  function remove(): void {
    sessions.remove(session.id);
    if (chat.session.value === session.id) router.go({ view: 'chat', session: null });
  }

  return (
    <li class="session">
      <a
        class="row"
        href={formatRoute({ view: 'chat', session: session.id })}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onLeave}
      >
        <span class="row-text">{title}</span>
        {isAsking && <span class="badge">{t('sessions.asking')}</span>}
        {!isAsking && sessions.running.value.has(session.id) && (
          <span class="pulse" role="img" aria-label={t('sessions.running')} />
        )}
      </a>
      <IconButton class="quiet" icon="trash" label={t('sessions.delete', { title })} onClick={remove} />
    </li>
  );
}
