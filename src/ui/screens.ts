/** The screens by the first segment of their address. A new one is its folder and one line here. */
import type { FunctionComponent } from 'preact';
import type { AppState } from '#src/state/app-state.ts';
import { formatRoute, type Route } from '#src/state/base/route.ts';
import type { KeyOf } from '#shared/text/index.ts';
import { ChatView } from './chat/chat-view.tsx';
import type { IconName } from './kit/icon.tsx';
import { createLazyView } from './kit/lazy-view.tsx';

type View = {
  /** The first segment of its address: `#/<name>/…`. */
  name: string;
  View: FunctionComponent;
};
/** What the page follows on every screen, from the first change of one of these domains on. */
type Followed = { kinds: readonly string[]; follow(state: AppState): Promise<void> };
/** A view with an entry in the navigation. */
type Screen = View & { icon: IconName; label: KeyOf<'core'> };

const ActivityView = createLazyView(
  async () => (await import('./activity/activity-view.tsx')).ActivityView,
  ['activity', 'common', 'calls'],
);
const AgentScreens = createLazyView(async () => (await import('./agents/agent-screens.tsx')).AgentScreens);
const FilesView = createLazyView(
  async () => (await import('./files/files-view.tsx')).FilesView,
  ['files', 'common'],
);
const PromptsView = createLazyView(
  async () => (await import('./prompts/prompts-view.tsx')).PromptsView,
  ['prompts', 'common'],
);
const MemoryView = createLazyView(
  async () => (await import('./memory/memory-view.tsx')).MemoryView,
  ['memory', 'common', 'calls'],
);
const TasksView = createLazyView(
  async () => (await import('./tasks/tasks-view.tsx')).TasksView,
  ['tasks', 'common', 'calls', 'chat', 'errors'],
);
const SettingsView = createLazyView(async () => (await import('./settings/settings-view.tsx')).SettingsView);
const TerminalView = createLazyView(
  async () => (await import('./terminal/terminal-view.tsx')).TerminalView,
  ['terminal', 'calls'],
);
const ToolsView = createLazyView(async () => (await import('./tools/tools-view.tsx')).ToolsView, ['tools']);

const TodayView = createLazyView(
  async () => (await import('./today/today-view.tsx')).TodayView,
  ['today', 'common', 'calls', 'errors'],
);

/** Linked at the head of the list of chats, not in the navigation. */
const today: View = { name: 'today', View: TodayView };
const chat: Screen = { name: 'chat', View: ChatView, icon: 'chat', label: 'nav.chat' };

/** In the order of the navigation. */
export const screens: readonly Screen[] = [
  chat,
  { name: 'agents', View: AgentScreens, icon: 'agent', label: 'nav.agents' },
  { name: 'tools', View: ToolsView, icon: 'tool', label: 'nav.tools' },
  { name: 'files', View: FilesView, icon: 'list', label: 'nav.files' },
  { name: 'terminal', View: TerminalView, icon: 'terminal', label: 'nav.terminal' },
  { name: 'prompts', View: PromptsView, icon: 'clipboard', label: 'nav.prompts' },
  { name: 'memory', View: MemoryView, icon: 'notebook', label: 'nav.memory' },
  { name: 'tasks', View: TasksView, icon: 'clock', label: 'nav.tasks' },
  { name: 'activity', View: ActivityView, icon: 'activity', label: 'nav.activity' },
  { name: 'settings', View: SettingsView, icon: 'settings', label: 'nav.settings' },
];

/** The first segments that an address may have. */
export const addresses: readonly string[] = [...screens, today].map(({ name }) => name);

export function screenOf(route: Route): View {
  const [, name] = formatRoute(route).split('/');
  return [...screens, today].find((screen) => screen.name === name) ?? chat;
}

export const followed: readonly Followed[] = [{ kinds: ['alarms', 'tasks', 'memory'], follow: followToday }];

async function followToday(state: AppState): Promise<void> {
  const [{ followToday: start }, { registerSyncWhilePlanned }] = await Promise.all([
    import('#src/state/today/follow-today.ts'),
    import('#src/pwa/due-notices.ts'),
  ]);
  start(state);
  registerSyncWhilePlanned(state);
}
