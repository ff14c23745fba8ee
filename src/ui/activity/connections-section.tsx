/** The health of every connection: when it was last used, how that went, how quick it is, and a test at a tap. */
import { useEffect, useState } from 'preact/hooks';
import type { ConnectionHealth } from '../../shared/connection-health.ts';
import { createConnections, type Connections } from '../../state/connections.ts';
import { formatRoute } from '../../state/route.ts';
import { sentenceFor } from '../../state/sentences.ts';
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { formatFullTime } from '../files/format-time.ts';
import { formatDuration } from '../parts/format-duration.ts';
import { Icon } from '../parts/icon.tsx';
import { Section } from '../settings/section.tsx';

export function ConnectionsSection() {
  const { connection, toasts } = useApp();
  const [connections] = useState(() => createConnections(connection, toasts));
  useEffect(() => connections.follow(), []);
  const list = connections.list.value;
  if (!list) return null;
  return (
    <Section title={t('activity.connections')} hint={t('activity.connections-hint')}>
      {list.length === 0 ? (
        <a class="button" href={formatRoute({ view: 'provider', provider: null })}>
          <Icon name="plus" />
          {t('model.add')}
        </a>
      ) : (
        <ul class="cards">
          {list.map((each) => (
            <ConnectionRow key={`${each.kind} ${each.id}`} health={each} connections={connections} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function ConnectionRow({ health, connections }: { health: ConnectionHealth; connections: Connections }) {
  const { name, detail, id, last } = health;
  const isTesting = connections.testing.value.has(id);
  const state = last ? (last.error ? 'error' : 'success') : 'pending';
  return (
    <li class="card-row health-row" aria-label={name}>
      <span class="dot" data-status={state} aria-hidden="true">
        {last && <Icon name={last.error ? 'close' : 'check'} />}
      </span>
      <div class="row-text">
        <strong>{name}</strong>
        <small>{detail}</small>
        <small role="status">{isTesting ? t('activity.testing') : outcomeOf(health)}</small>
        <small class="numbers">{factsOf(health)}</small>
      </div>
      <button
        type="button"
        class="button"
        disabled={isTesting}
        aria-label={t('activity.test-name', { name })}
        onClick={() => void connections.test(health)}
      >
        {t('activity.test')}
      </button>
    </li>
  );
}

function outcomeOf({ last }: ConnectionHealth): string {
  if (!last) return t('activity.never-used');
  return last.error ? sentenceFor(last.error) : t('activity.answers');
}

function factsOf({ last, firstTokenMs }: ConnectionHealth): string {
  return [
    last && t('activity.last-used', { time: formatFullTime(last.at) }),
    firstTokenMs !== undefined && t('activity.first-token', { duration: formatDuration(firstTokenMs) }),
  ]
    .filter(Boolean)
    .join(' · ');
}
