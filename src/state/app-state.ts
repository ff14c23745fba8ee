/** All state of the page in one value: built once, fed with engine events, read by the views. */
import {
  batch,
  computed,
  effect,
  signal,
  untracked,
  type ReadonlySignal,
  type Signal,
} from '@preact/signals';
import type { EngineConnection } from '#src/engine/connect.ts';
import { paceEvents, type EventConsumer, type PacedEvents } from '#src/engine/events.ts';
import type { Agent } from '#shared/agents/agent.ts';
import type { ProviderId, SessionId } from '#shared/ids.ts';
import type { EngineApi } from '#shared/api/index.ts';
import type { Boot } from '#shared/rpc/protocol.ts';
import type { ProviderInfo } from '#shared/models/provider.ts';
import type { EngineEvent, RevocationProblem } from '#shared/api/engine-event.ts';
import type { AfterRun } from './runs/after-run.ts';
import { createAgents, type Agents } from './agents/agents.ts';
import { isImportInterrupted } from './backup/backup-due.ts';
import { createWakeLock, type WakeLock } from './runs/wake-lock.ts';
import type { Announcements } from './announcements.ts';
import { createChanges, type Changes } from './chat/changes.ts';
import { createChat, type Chat } from './chat/chat.ts';
import { createDayBudget, type DayBudgetState } from './runs/day-budget.ts';
import type { DraftFiles } from './chat/draft-storage.ts';
import { createDrafts, type Drafts } from './chat/drafts.ts';
import { createDraftInput, type DraftInput } from './chat/draft-input.ts';
import { createSharedContent, type SharedContent } from './chat/shared-content.ts';
import { createScrollTarget, type ScrollTarget } from './chat/scroll-target.ts';
import { createAllowedHosts, type AllowedHosts } from './connections/allowed-hosts.ts';
import { createModelLoad, type ModelLoad } from './chat/model-load.ts';
import { createPrompts, type Prompts } from './chat/prompts.ts';
import { createProviders, type Providers } from './connections/providers.ts';
import { createRouter, type Router } from './base/route.ts';
import { createRunNotices, type RunNotices } from './runs/run-notices.ts';
import { createSessions, type Sessions } from './sessions/sessions.ts';
import { createStorage, type StorageState } from './storage.ts';
import { loadTexts, t, toKey } from './text/text.ts';
import { createTheme, type ThemeState } from './theme.ts';
import { createToasts, type Toasts } from './base/toasts.ts';
import { createTools, type Tools } from './agents/tools.ts';
import { createUpdate, type Update } from './update.ts';
import { createViewport, type Viewport } from './viewport.ts';

export type AppState = {
  /** For views that keep a state of their own while they are shown. */
  connection: EngineConnection;
  router: Router;
  sessions: Sessions;
  chat: Chat;
  changes: Changes;
  drafts: Drafts;
  draftInput: DraftInput;
  shared: SharedContent;
  scrollTarget: Signal<ScrollTarget | null>;
  providers: Providers;
  agents: Agents;
  tools: Tools;
  prompts: Prompts;
  allowedHosts: AllowedHosts;
  modelLoad: ModelLoad;
  storage: StorageState;
  theme: ThemeState;
  toasts: Toasts;
  update: Update;
  viewport: Viewport;
  announcements: Announcements;
  runNotices: RunNotices;
  dayBudget: DayBudgetState;
  /** Keeps the screen on while a run works. */
  wakeLock: WakeLock;
  /** Why nothing can be stored; null if storing works. */
  problem: Signal<Boot['problem'] | null>;
  /** Shows the browser's prompt to install the app; null while the browser offers none. */
  install: Signal<(() => Promise<void>) | null>;
  /** The model this chat talks to. */
  provider: ReadonlySignal<ProviderInfo | undefined>;
  chooseProvider(id: ProviderId): Promise<void>;
  /** The agent of this chat; undefined if it was removed, because no other agent replaces it. */
  agent: ReadonlySignal<Agent | undefined>;
  chooseAgent(agent: Agent): Promise<void>;
  /** The sheet of agents and models is open. */
  isChoosing: Signal<boolean>;
};

/** The events that `runs/after-run.ts` handles; its code is loaded at the first of them. */
const followed: readonly EngineEvent['type'][] = ['run-end', 'permission-request', 'permission-end'];

/** Loads the code for files at the first one. */
const draftFiles: DraftFiles = {
  write: async (key, files) => (await import('./chat/draft-files.ts')).writeDraftFiles(key, files),
  read: async (key) => (await import('./chat/draft-files.ts')).readDraftFiles(key),
};

/** `screens`: the names that an address may begin with. */
export function createAppState(connection: EngineConnection, screens: readonly string[]): AppState {
  const { api } = connection;
  const paced = paceEvents(connection.onEvents);
  const toasts = createToasts();
  const router = createRouter(screens);
  const drafts = createDrafts(draftFiles);
  const sessions = createSessions({ api, toasts, drafts });
  const providers = createProviders(api, toasts);
  const agents = createAgents(api, toasts);
  const tools = createTools(api, toasts);
  const prompts = createPrompts(api, toasts, drafts);
  const chat = createChat({
    api,
    toasts,
    drafts,
    drained: paced.drained,
    onCreate: (session) => router.replace({ view: 'chat', session }),
  });
  const draftInput = createDraftInput({ drafts, toasts, session: chat.session });
  const changes = createChanges({ api, toasts, view: chat.view });
  const session = computed(() => sessions.list.value.find(({ id }) => id === chat.session.value));
  const agent = computed(() => {
    const named = chat.chosenAgent.value ?? session.value?.agent;
    return named ? agents.find(named) : agents.list.value[0];
  });
  const provider = computed(() => {
    const wanted = chat.chosenProvider.value ?? session.value?.provider ?? agent.value?.provider;
    return providers.find(wanted) ?? providers.find(providers.defaultId.value);
  });
  const state: AppState = {
    connection,
    ...{ router, sessions, chat, changes, drafts, providers, prompts, toasts, provider },
    ...{ agents, tools, agent, draftInput },
    shared: createSharedContent(draftFiles, draftInput),
    scrollTarget: createScrollTarget(),
    allowedHosts: createAllowedHosts(api, toasts),
    modelLoad: createModelLoad(),
    storage: createStorage(),
    theme: createTheme(),
    update: createUpdate(),
    viewport: createViewport(),
    announcements: openAnnouncements(),
    runNotices: createRunNotices(sessions, toasts),
    dayBudget: createDayBudget(api, toasts),
    wakeLock: createWakeLock(computed(() => workingSessions(sessions, prompts))),
    problem: signal(null),
    install: signal(null),
    chooseProvider: (id) => chooseProvider(state, api, id),
    chooseAgent: (chosen) => chooseAgent(state, api, chosen),
    isChoosing: signal(false),
  };
  followRoute(state);
  followShownChat(state);
  followEngine(state, connection, paced);
  return state;
}

/** The sessions with a working run. Those that wait for the user are left out: they need no wake lock. */
function workingSessions({ running }: Sessions, { open }: Prompts): Set<SessionId> {
  const asking = new Set(open.value.map((prompt) => prompt.session));
  return new Set([...running.value].filter((id) => !asking.has(id)));
}

async function chooseProvider(
  { chat, sessions, toasts }: AppState,
  api: EngineApi,
  id: ProviderId,
): Promise<void> {
  const session = chat.session.value;
  chat.chosenProvider.value = id;
  if (!session) return;
  await toasts.attempt(api.sessions.setProvider(session, id));
  await sessions.refresh();
}

/** Choosing an agent that has a provider also chooses this provider. */
async function chooseAgent(state: AppState, api: EngineApi, agent: Agent): Promise<void> {
  const { chat, sessions, toasts } = state;
  const session = chat.session.value;
  chat.chosenAgent.value = agent.id;
  if (!session) {
    chat.chosenProvider.value = null;
    return;
  }
  await toasts.attempt(api.sessions.setAgent(session, agent.id));
  if (agent.provider) await chooseProvider(state, api, agent.provider);
  else await sessions.refresh();
}

function followRoute({ router, chat }: AppState): void {
  effect(() => {
    const route = router.route.value;
    if (route.view === 'chat') untracked(() => chat.open(route.session));
  });
}

/** Loads the file changes of the runs when another chat is shown. */
function followShownChat({ chat, changes }: AppState): void {
  const shown = computed(() => chat.view.value?.id);
  effect(() => {
    if (shown.value) untracked(() => void changes.refresh());
  });
}

function followEngine(state: AppState, connection: EngineConnection, paced: PacedEvents): void {
  const { chat, sessions, providers, prompts, announcements, toasts, problem, agents, modelLoad } = state;
  const load = (boot: Boot) =>
    batch(() => {
      sessions.load(boot.sessions);
      providers.load(boot.providers, boot.defaultProvider);
      agents.load(boot.agents);
      prompts.load(boot.prompts);
      // A question that was open before this page was is announced, too.
      if (boot.prompts.length > 0) void toasts.attempt(loadAfterRun());
      problem.value = boot.problem ?? null;
      if (boot.hasImport) void toasts.attempt(checkImport(state));
    });
  let afterRun: Promise<AfterRun> | undefined;
  const loadAfterRun = () =>
    (afterRun ??= import('./runs/after-run.ts').then(({ createAfterRun }) => createAfterRun(state)));
  const watchEnds = (events: readonly EngineEvent[], isHidden = document.hidden) => {
    if (!events.some(({ type }) => followed.includes(type))) return;
    loadAfterRun()
      .then(({ fold }) => fold(events, isHidden))
      .catch(() => (afterRun = undefined));
  };
  connection.onEvents((events) => watchEnds(events));
  const { allowedHosts, update, changes, tools, runNotices } = state;
  const stores = [
    sessions,
    providers,
    prompts,
    allowedHosts,
    update,
    chat,
    changes,
    agents,
    tools,
    runNotices,
  ];
  const announcer: EventConsumer = { fold: (events) => announcements.fold(events, chat.session.value) };
  const notices: EventConsumer = {
    fold(events) {
      for (const event of events)
        if (event.type === 'notice')
          if ('name' in event) void showRevocation(event, toasts);
          else toasts.show(t(`notice.${toKey(event.notice)}`));
    },
  };
  paced.start([...stores, modelLoad, announcer, notices], batch);
  connection.onRestart((boot) => {
    prompts.clear();
    load(boot);
    sessions.forgetRuns();
    void chat.reload();
  });
  void toasts.attempt(connection.booted).then((boot) => boot && load(boot));
}

async function showRevocation(
  { notice, name }: { notice: RevocationProblem; name: string },
  toasts: Toasts,
): Promise<void> {
  await toasts.attempt(loadTexts('servers'));
  toasts.show(t(`mcp.${toKey(notice)}`, { name }));
}

/** The code loads with the first event of a run. */
function openAnnouncements(): Announcements {
  const current = signal('');
  let opened: Promise<Announcements> | undefined;
  return {
    current,
    fold(events, session) {
      if (!events.some((event) => 'session' in event || event.type === 'permission-request')) return;
      opened ??= import('./announcements.ts').then(({ createAnnouncements }) => createAnnouncements(current));
      opened.then(({ fold }) => fold(events, session)).catch(() => (opened = undefined));
    },
  };
}

async function checkImport({ connection }: AppState): Promise<void> {
  const { lastImport } = await connection.api.backup.state();
  isImportInterrupted.value = lastImport?.state === 'interrupted';
}
