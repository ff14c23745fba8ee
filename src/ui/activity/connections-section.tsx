/** The health of every connection: last use, its outcome, latency, and a test button. */
import { useEffect, useState } from 'preact/hooks';
import type { ConnectionHealth } from '#shared/models/connection-health.ts';
import { asId } from '#shared/ids.ts';
import { createConnections, type Connections } from '#src/state/connections/connections.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { connectionSentence } from '#src/state/text/connection-sentences.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { formatFullTime } from '#src/ui/kit/format-file.ts';
import { formatDuration } from '#src/ui/kit/format-duration.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './activity.module.css';

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
  const { kind, name, detail, id, last } = health;
  const isTesting = connections.testing.value.has(id);
  const state = last ? (last.error ? 'error' : 'success') : 'pending';
  return (
    <li class={classNames('card-row', styles.healthRow)} aria-label={name}>
      <span class="dot" data-status={state} aria-hidden="true">
        {last && <Icon name={last.error ? 'close' : 'check'} />}
      </span>
      <div class="row-text">
        {kind === 'mcp' ? (
          <a href={formatRoute({ view: 'settings', server: asId<'server'>(id) })}>
            <strong dir="auto">{name}</strong>
          </a>
        ) : (
          <strong>{name}</strong>
        )}
        <small>{kind === 'mcp' ? `${t('server.title')} · ${detail}` : detail}</small>
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

function outcomeOf({ kind, last }: ConnectionHealth): string {
  if (!last) return t('activity.never-used');
  return last.error ? connectionSentence(kind, last.error) : t('activity.answers');
}

function factsOf({ kind, last, firstTokenMs }: ConnectionHealth): string {
  return [
    last && t('activity.last-used', { time: formatFullTime(last.at) }),
    firstTokenMs !== undefined &&
      kind === 'provider' &&
      t('activity.first-token', { duration: formatDuration(firstTokenMs) }),
  ]
    .filter(Boolean)
    .join(' · ');
}
