/** The screen of tasks: the list with its switches, or one task with its form and its last runs. */
import '#src/ui/styles/screens.ts';
import type { Task, TaskSettings } from '#shared/tasks/task.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { Page } from '#src/ui/kit/bar/page.tsx';
import { TaskForm } from './task-form.tsx';
import { TaskActions, TaskResults } from './task-runs.tsx';
import { stalledText, taskErrorText } from './task-text.ts';
import { useTasks, type ShownTasks } from './use-tasks.ts';
import styles from './tasks.module.css';
import { heartbeatId } from '#shared/tasks/heartbeat-id.ts';
import { Section } from '#src/ui/kit/form/section.tsx';
import { RecordList } from '#src/ui/kit/list/record-list.tsx';
import { HeartbeatSection } from './heartbeat-section.tsx';
import { TaskRow, WaitingRow } from './task-rows.tsx';
import type { TaskSettingsChange } from '#shared/api/tasks.ts';
import { SwitchRow } from '#src/ui/kit/switch.tsx';

export function TasksView() {
  const { router } = useApp();
  const shown = useTasks();
  const route = router.route.value;
  const id = route.view === 'screen' ? route.path : '';
  const stored = shown?.tasks.find((task) => task.id === id);
  const toList = () => router.go({ view: 'screen', name: 'tasks', path: '' });
  const title = id === '' ? t('tasks.title') : (stored?.name ?? t('tasks.new'));
  return (
    <Page title={title} isOwnLanguage shows={id} onBack={id === '' ? undefined : toList}>
      {shown && (id === '' ? <TaskList {...shown} /> : <OneTask {...{ id, shown, stored }} />)}
    </Page>
  );
}

type OneProps = { id: string; shown: ShownTasks; stored: Task | undefined };

function OneTask({ id, shown: { settings, stalled }, stored }: OneProps) {
  if (!stored && id !== 'new') return <p class="hint">{t('tasks.missing')}</p>;
  const fault = stored && stalled.get(stored.id);
  return (
    <>
      {stored && <TaskActions task={stored} />}
      {fault && <p class={styles.failed}>{stalledText(fault)}</p>}
      <TaskForm key={id} stored={stored} settings={settings} />
      {stored && <TaskResults task={stored} />}
    </>
  );
}

/**
 * All tasks: those that wait for the user first, then the planned ones; and a note about what a closed app
 * cannot do.
 */
function TaskList(shown: ShownTasks) {
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

/** The switch of tasks, the switch for waiting tasks, and notifications. */
function TaskSwitches({ settings }: { settings: TaskSettings }) {
  const { connection, toasts } = useApp();
  async function change(wanted: TaskSettingsChange): Promise<void> {
    const answer = await toasts.attempt(connection.api.tasks.settings(wanted));
    if (answer && !answer.ok) toasts.show(taskErrorText(answer.error.code));
  }
  return (
    <Section title={t('tasks.title')} isTitleHidden hint={t(settings.isOn ? 'tasks.hint' : 'tasks.off')}>
      <ul class="cards">
        <SwitchRow label={t('tasks.on')} isOn={settings.isOn} onChange={(isOn) => void change({ isOn })} />
        {settings.isOn && (
          <SwitchRow
            label={t('tasks.asks-first')}
            hint={t('tasks.asks-first-hint')}
            isOn={settings.asksFirst}
            onChange={(asksFirst) => void change({ asksFirst })}
          />
        )}
      </ul>
    </Section>
  );
}

/** Requests the permission, which needs a tap. */
function NotifyLine() {
  const { runNotices, toasts } = useApp();
  const permission = runNotices.permission.value;
  if (permission === 'unsupported') return null;
  if (permission !== 'default')
    return <p class="hint">{t(permission === 'granted' ? 'tasks.notify-on' : 'tasks.notify-off')}</p>;
  return <Button onClick={() => void toasts.attempt(runNotices.ask())}>{t('tasks.notify')}</Button>;
}
