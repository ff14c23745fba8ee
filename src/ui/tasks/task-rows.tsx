/** The rows of tasks in a list: one to open, pause and resume, one to accept. */
import { foldGaps } from '#shared/invisible.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { OutsideSource } from '#shared/tools/permission.ts';
import type { Task } from '#shared/tasks/task.ts';
import { agentName } from '#src/state/agents/agents.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { language, t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { RecordRow } from '#src/ui/kit/list/record-list.tsx';
import { Switch } from '#src/ui/kit/switch.tsx';
import { sourceName } from '#src/ui/requests/outgoing-request.tsx';
import { AcceptButton } from './accept-button.tsx';
import { removeTask } from './remove-task.ts';
import { acceptTask } from './run-now.ts';
import {
  budgetText,
  failureText,
  repeatText,
  scheduleText,
  shortMoment,
  stalledText,
  stateText,
  taskErrorText,
} from './task-text.ts';
import styles from './tasks.module.css';

type RowProps = { task: Task; hasHeartbeat: boolean; fault: ModelError | undefined };

export function TaskRow({ task, hasHeartbeat, fault }: RowProps) {
  const { connection, toasts } = useApp();
  const { id, name, isPaused = false, results } = task;
  const [last] = results;
  const repeats = repeatText(task.schedule);
  async function pause(isOn: boolean): Promise<void> {
    const answer = await toasts.attempt(connection.api.tasks.pause(id, !isOn));
    if (answer && !answer.ok) toasts.show(taskErrorText(answer.error.code));
  }
  return (
    <RecordRow
      route={{ view: 'screen', name: 'tasks', path: id }}
      name={name}
      actions={
        <Switch
          label={t('tasks.run-name', { name })}
          isOn={!isPaused}
          onChange={(isOn) => void pause(isOn)}
        />
      }
    >
      {repeats && <small>{repeats}</small>}
      <small>{stateText(task, hasHeartbeat)}</small>
      {fault && <small class={styles.failed}>{stalledText(fault)}</small>}
      {last && (
        <small class={last.failure ? styles.failed : styles.facts}>
          {t(last.failure ? 'tasks.last-failed' : 'tasks.last-ok', { time: shortMoment(last.at) })}
          {last.failure && ` ${failureText(last.failure)}`}
        </small>
      )}
    </RecordRow>
  );
}

/** `among`: all tasks of the list, because a change of any may move the button. */
export function WaitingRow({ task, among }: { task: Task; among: readonly Task[] }) {
  const app = useApp();
  const { name, prompt, model, budget } = task;
  return (
    <li class={`card-row ${styles.asking}`}>
      <div class={styles.whole}>
        <strong class="own-language" dir="auto">
          {name}
        </strong>
        <p dir="auto">{foldGaps(prompt)}</p>
        <small class="hint">{scheduleText(task)}</small>
        {model && <small class="hint">{`${t('tasks.model')}: ${isolateBidi(model)}`}</small>}
        {budget && <small class="hint">{`${t('tasks.budget')}: ${budgetText(budget)}`}</small>}
        <Origin task={task} />
      </div>
      <div class="chips">
        <AcceptButton shown={JSON.stringify(among)} accept={() => acceptTask(task, app)} />
        <Button onClick={() => void removeTask(task, app)}>{t('tasks.remove')}</Button>
      </div>
    </li>
  );
}

/** The origin of a task: the chat in which an agent created it, or an imported file. */
export function Origin({ task: { origin, created, agent } }: { task: Task }) {
  const { agents } = useApp();
  const { outside = [] } = origin;
  if (origin.by === 'user' && outside.length === 0) return null;
  if (origin.by === 'user')
    return (
      <div class={styles.origin}>
        <small class="hint">{t('tasks.from-file', { sources: outside.map(fileName).join(', ') })}</small>
      </div>
    );
  const sources = [...new Set(outside.map((source) => isolateBidi(sourceName(source))))].join(', ');
  const date = new Date(created).toLocaleDateString(language.value, { dateStyle: 'medium' });
  const known = agent && agents.find(agent);
  const name = agent && (known ? agentName(known) : t('agent.gone'));
  return (
    <div class={styles.origin}>
      <small class="hint">{t('tasks.by-agent', { date: isolateBidi(date) })}</small>
      {origin.isFrequent && <small class="hint">{t('tasks.frequent')}</small>}
      {name && <small class="hint">{t('tasks.runs-as', { agent: isolateBidi(name) })}</small>}
      {sources && <small class="hint">{t('tasks.outside', { sources })}</small>}
      {origin.session && (
        <a class={styles.toChat} href={formatRoute({ view: 'chat', session: origin.session })}>
          {t('tasks.open-chat')}
        </a>
      )}
    </div>
  );
}

/** The source of an imported task: the name of the attachment is that of the app. */
function fileName(source: OutsideSource): string {
  return isolateBidi(source.type === 'attachment' ? source.name : sourceName(source));
}

/** Isolated (Unicode bidi), so that names in another script do not reorder a right-to-left sentence. */
function isolateBidi(text: string): string {
  return `\u2068${text}\u2069`;
}
