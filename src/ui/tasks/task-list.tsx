/**
 * All tasks: those that wait for the user first, then the planned ones; and a note about what a closed app
 * cannot do.
 */
import { heartbeatId } from '#shared/tasks/heartbeat-id.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { HeartbeatSection } from './heartbeat-section.tsx';
import { TaskRow, WaitingRow } from './task-rows.tsx';
import { NotifyLine, TaskSwitches } from './task-settings.tsx';
import type { ShownTasks } from './use-tasks.ts';
import styles from './tasks.module.css';

export function TaskList(shown: ShownTasks) {
  const { tasks, settings, stalled } = shown;
  const waiting = tasks.filter(({ isWaiting }) => isWaiting);
  const kept = tasks.filter(({ isWaiting }) => !isWaiting);
  return (
    <>
      <TaskSwitches settings={settings} />
      {waiting.length > 0 && (
        <Section title={t('tasks.waiting')} hint={t('tasks.waiting-hint')}>
          <ul class="cards">
            {waiting.map((task) => (
              <WaitingRow key={task.id} task={task} among={waiting} />
            ))}
          </ul>
        </Section>
      )}
      {kept.length === 0 ? <EmptyList /> : <KeptList {...shown} tasks={kept} />}
      {settings.isOn && <HeartbeatSection settings={settings.heartbeat} fault={stalled.get(heartbeatId)} />}
      <Section title={t('tasks.closed')} hint={t('tasks.closed-hint')}>
        <NotifyLine />
      </Section>
    </>
  );
}

function KeptList({ tasks, settings, stalled }: ShownTasks) {
  return (
    <Section title={t('tasks.planned')}>
      <ul class="cards">
        {tasks.map((task) => (
          <TaskRow
            key={task.id}
            task={task}
            hasHeartbeat={settings.heartbeat.isOn}
            fault={stalled.get(task.id)}
          />
        ))}
        <li>
          <NewTask class="row card-action" />
        </li>
      </ul>
    </Section>
  );
}

function EmptyList() {
  return (
    <div class="empty">
      <h2>{t('tasks.empty')}</h2>
      <p class="hint">{t('tasks.empty-hint')}</p>
      <div class={`chips ${styles.emptyActions}`}>
        <NewTask class="button primary" />
      </div>
    </div>
  );
}

function NewTask({ class: kind }: { class: string }) {
  return (
    <a class={kind} href={formatRoute({ view: 'screen', name: 'tasks', path: 'new' })}>
      <Icon name="plus" />
      {t('tasks.new')}
    </a>
  );
}
