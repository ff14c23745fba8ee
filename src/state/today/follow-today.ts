/** Follows alarms, tasks and memories: ringing and missed alarms, and how much waits on the screen Today. */
import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import type { Alarm } from '#shared/alarms/alarm.ts';
import type { EngineEvent } from '#shared/api/engine-event.ts';
import type { StalledTask, Task, TaskResult } from '#shared/tasks/task.ts';
import type { AppState } from '../app-state.ts';
import { loadTexts, t } from '../text/text.ts';
import { createRefresh } from './refresh.ts';
import { newResults } from './results.ts';
import { ringing, waitingToday } from './signals.ts';
import { ringWhile } from './ring.ts';
import { lastVisit } from './visit.ts';

type TodayDeps = Pick<AppState, 'connection' | 'toasts' | 'router'>;

export type TodayFacts = {
  alarms: readonly Alarm[];
  tasks: readonly Task[];
  /** Why tasks that are due could not begin. */
  stalled: readonly StalledTask[];
  /** The last results of the heartbeat. */
  heartbeatResults: readonly TaskResult[];
  /** How many memories wait for the user. */
  memories: number;
  /** Whether the list of the heartbeat waits for the user. */
  hasNewList: boolean;
  /** Whether tasks and alarms are switched on. */
  isOn: boolean;
};

const alarms = signal<TodayFacts['alarms'] | null>(null);
const rest = signal<Omit<TodayFacts, 'alarms'> | null>(null);

/** Null until they were loaded once. */
export const todayFacts: ReadonlySignal<TodayFacts | null> = computed(() =>
  alarms.value && rest.value ? { ...rest.value, alarms: alarms.value } : null,
);

let isFollowing = false;

export function followToday(app: TodayDeps): void {
  if (isFollowing) return;
  isFollowing = true;
  const { connection, toasts } = app;
  const kinds = ['alarms', 'tasks', 'memory'];
  const isOfToday = (event: EngineEvent) => event.type === 'changed' && kinds.includes(event.kind);
  const refresh = createRefresh({ alarms: () => loadAlarms(app), rest: () => loadRest(app) }, toasts);
  connection.onEvents((events) => {
    if (events.some(isOfToday)) void refresh();
  });
  connection.onRestart(() => void refresh());
  // Missed alarms are reported in a visible tab only, so they are checked again when this one becomes
  // visible.
  document.addEventListener('visibilitychange', () => void refresh());
  effect(() => {
    const { tasks = [], heartbeatResults = [], memories = 0, hasNewList = false } = rest.value ?? {};
    const missed = (alarms.value ?? []).filter(({ state }) => state === 'missed').length;
    const asking = tasks.filter(({ isWaiting }) => isWaiting).length + Number(hasNewList);
    waitingToday.value =
      missed + asking + memories + newResults(tasks, heartbeatResults, lastVisit.value).length;
  });
  ringWhile(ringing, toasts);
  void refresh();
}

async function loadAlarms({ connection: { api }, toasts, router }: TodayDeps): Promise<void> {
  // An import may have added alarms for which no timer is set.
  await api.alarms.check();
  const loaded = await api.alarms.list();
  batch(() => {
    alarms.value = loaded;
    ringing.value = loaded.filter(({ state }) => state === 'ringing');
  });
  const isMissed = loaded.some(({ state, isTold }) => state === 'missed' && !isTold);
  if (document.hidden || !isMissed) return;
  const [missed] = await Promise.all([api.alarms.takeMissed(), loadTexts('today')]);
  const { value: route } = router.route;
  // The screen Today lists them, so no toast is needed there.
  const isShown = route.view === 'screen' && route.name === 'today';
  if (missed.length === 0 || isShown) return;
  const names = missed.map(({ label }) => `\u2068${label || t('alarms.unnamed')}\u2069`).join(', ');
  toasts.show(
    t('alarms.missed-toast', { names }),
    { label: t('alarms.show'), run: () => router.go({ view: 'screen', name: 'today', path: '' }) },
    missedReadingMs,
  );
}

/** Longer than other toasts: the user has just come back, and it is shown only once. */
const missedReadingMs = 20_000;

async function loadRest({ connection }: TodayDeps): Promise<void> {
  const { tasks, memory } = connection.api;
  const [taskList, stalled, { results, waiting: list }, waiting, settings] = await Promise.all([
    tasks.list(),
    tasks.stalled(),
    tasks.heartbeat(),
    memory.list({ isWaiting: true }),
    tasks.settings(),
  ]);
  const isOn = settings.ok && settings.value.isOn;
  const hasNewList = isOn && settings.value.heartbeat.isOn && list !== undefined;
  const ofTasks = { tasks: taskList, stalled, heartbeatResults: results };
  rest.value = { ...ofTasks, memories: waiting.length, hasNewList, isOn };
}
