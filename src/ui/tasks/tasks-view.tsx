/** The screen of tasks: the list with its switches, or one task with its form and its last runs. */
import '#src/ui/styles/screens.ts';
import type { Task } from '#shared/tasks/task.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Page } from '#src/ui/kit/bar/page.tsx';
import { TaskList } from './task-list.tsx';
import { TaskForm } from './task-form.tsx';
import { TaskActions, TaskResults } from './task-runs.tsx';
import { stalledText } from './task-text.ts';
import { useTasks, type ShownTasks } from './use-tasks.ts';
import styles from './tasks.module.css';

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
