/** The switch of tasks, the switch for waiting tasks, and notifications. */
import type { TaskSettings } from '#shared/tasks/task.ts';
import type { TaskSettingsChange } from '#shared/api/tasks.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Section } from '#src/ui/kit/form/section.tsx';
import { SwitchRow } from '#src/ui/kit/switch.tsx';
import { taskErrorText } from './task-text.ts';

export function TaskSwitches({ settings }: { settings: TaskSettings }) {
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
export function NotifyLine() {
  const { runNotices, toasts } = useApp();
  const permission = runNotices.permission.value;
  if (permission === 'unsupported') return null;
  if (permission !== 'default')
    return <p class="hint">{t(permission === 'granted' ? 'tasks.notify-on' : 'tasks.notify-off')}</p>;
  return (
    <button type="button" class="button" onClick={() => void toasts.attempt(runNotices.ask())}>
      {t('tasks.notify')}
    </button>
  );
}
