/**
 * All tasks: those that wait for the user first, then the planned ones; and a note about what a closed app
 * cannot do.
 */
import { heartbeatId } from '#shared/tasks/heartbeat-id.ts';
import { t } from '#src/state/text/text.ts';
import { Section } from '#src/ui/kit/form/section.tsx';
import { RecordList } from '#src/ui/kit/list/record-list.tsx';
import { HeartbeatSection } from './heartbeat-section.tsx';
import { TaskRow, WaitingRow } from './task-rows.tsx';
import { NotifyLine, TaskSwitches } from './task-settings.tsx';
import type { ShownTasks } from './use-tasks.ts';

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
      <KeptList {...shown} tasks={kept} />
      {settings.isOn && <HeartbeatSection settings={settings.heartbeat} fault={stalled.get(heartbeatId)} />}
      <Section title={t('tasks.closed')} hint={t('tasks.closed-hint')}>
        <NotifyLine />
      </Section>
    </>
  );
}

function KeptList({ tasks, settings, stalled }: ShownTasks) {
  return (
    <RecordList
      title={t('tasks.planned')}
      items={tasks}
      row={(task) => (
        <TaskRow
          key={task.id}
          task={task}
          hasHeartbeat={settings.heartbeat.isOn}
          fault={stalled.get(task.id)}
        />
      )}
      add={{ label: t('tasks.new'), route: { view: 'screen', name: 'tasks', path: 'new' } }}
      {...(tasks.length === 0 && { empty: { title: t('tasks.empty'), hint: t('tasks.empty-hint') } })}
    />
  );
}
