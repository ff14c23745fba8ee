/** Starter agents: a tap adds a copy and opens it for review. */
import { useEffect } from 'preact/hooks';
import type { AppState } from '#src/state/app-state.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { AgentIcon } from '#src/ui/kit/agent-icon.tsx';
import { starters, type Starter } from './starters.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './agents.module.css';

export function StarterList() {
  const app = useApp();
  const { tools, toasts } = app;
  useEffect(() => void toasts.attempt(tools.refresh()), []);
  const list = tools.list.value;
  if (!list) return null;
  const offered = starters.filter(({ needs = [] }) =>
    needs.every((name) => list.some((tool) => tool.name === name)),
  );
  return (
    <section class={classNames('section', styles.starters)} aria-labelledby="starters-title">
      <h2 id="starters-title">{t('starter.title')}</h2>
      <div class={styles.starterList}>
        {offered.map((starter) => (
          <button
            type="button"
            class={styles.starter}
            key={starter.name}
            onClick={() => void addStarter(starter, app)}
          >
            <AgentIcon icon={starter.icon} />
            <span>
              <strong>{t(starter.name)}</strong>
              <small>{t(starter.about)}</small>
            </span>
            <Icon name="plus" />
          </button>
        ))}
      </div>
    </section>
  );
}

async function addStarter(
  { name: key, about: _, needs: __, ...rest }: Starter,
  { agents, router, toasts }: AppState,
): Promise<void> {
  const name = t(key);
  const saved = await agents.save({ ...rest, name });
  if (!saved) return;
  if (!saved.ok) return void toasts.show(t('edit.save-failed', { reason: saved.error.message }));
  router.go({ view: 'agent', agent: saved.value.id });
}
