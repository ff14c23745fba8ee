/** Where the user is, kept in the hash so that the app works in any folder and the back button works. */
import { signal, type ReadonlySignal } from '@preact/signals';
import { asId, type AgentId, type ProviderId, type ServerId, type SessionId } from '#shared/ids.ts';
import { assertNever } from '#shared/assert-never.ts';

export type Route =
  /** Without a session: a new chat. */
  | { view: 'chat'; session: SessionId | null }
  | { view: 'activity' }
  | { view: 'agents' }
  /** Without an agent: a new one. */
  | { view: 'agent'; agent: AgentId | null }
  /** Without a tool: all of them. */
  | { view: 'tools'; tool: string | null }
  /** A folder or a file of the workspace; '' is the workspace itself. */
  | { view: 'files'; path: string }
  /** `server`: the page of a tool server, `null` for a new one. */
  | { view: 'settings'; server?: ServerId | null }
  /** Without a provider: a new one. */
  | { view: 'provider'; provider: ProviderId | null }
  /** A screen without its own route type; `path` is the part of the address after its name. */
  | { view: 'screen'; name: string; path: string };

/** `screens`: the names of all screens; an address that names no screen opens a chat. */
export function parseRoute(hash: string, screens: readonly string[] = []): Route {
  const parts = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decodeSafely);
  const [view = ''] = parts;
  const own = Object.hasOwn(parsers, view) ? parsers[view] : undefined;
  if (own) return own(parts.slice(1));
  return screens.includes(view) && view !== 'chat'
    ? { view: 'screen', name: view, path: restOf(parts.slice(1)) }
    : { view: 'chat', session: null };
}

/** Parsers by the first segment of the address; each gets the segments after it. */
const parsers: Readonly<Record<string, (parts: readonly string[]) => Route>> = {
  chat: ([id]) => ({ view: 'chat', session: id ? asId<'session'>(id) : null }),
  activity: () => ({ view: 'activity' }),
  agents: ([id]) =>
    id ? { view: 'agent', agent: id === 'new' ? null : asId<'agent'>(id) } : { view: 'agents' },
  tools: ([name]) => ({ view: 'tools', tool: name || null }),
  files: (path) => ({ view: 'files', path: restOf(path) }),
  settings: ([kind, id]) => {
    if (kind === 'provider' && id)
      return { view: 'provider', provider: id === 'new' ? null : asId<'provider'>(id) };
    if (kind === 'server' && id)
      return { view: 'settings', server: id === 'new' ? null : asId<'server'>(id) };
    return { view: 'settings' };
  },
};

export function formatRoute(route: Route): string {
  switch (route.view) {
    case 'chat':
      return addressOf('chat', route.session);
    case 'activity':
      return addressOf('activity');
    case 'agents':
      return addressOf('agents');
    case 'agent':
      return addressOf('agents', route.agent ?? 'new');
    case 'tools':
      return addressOf('tools', route.tool);
    case 'files':
      return addressOf('files', ...route.path.split('/'));
    case 'settings':
      return route.server === undefined
        ? addressOf('settings')
        : addressOf('settings', 'server', route.server ?? 'new');
    case 'provider':
      return addressOf('settings', 'provider', route.provider ?? 'new');
    case 'screen':
      return addressOf(route.name, ...route.path.split('/'));
    default:
      return assertNever(route);
  }
}

function restOf(parts: readonly string[]): string {
  return parts.filter(Boolean).join('/');
}

/** Empty segments are left out. */
function addressOf(...segments: (string | null)[]): string {
  return ['#', ...segments.flatMap((segment) => (segment ? [encodeURIComponent(segment)] : []))].join('/');
}

export type Router = {
  route: ReadonlySignal<Route>;
  go(route: Route): void;
  /** Changes the address without a new step in the history, as when a new chat gets its id. */
  replace(route: Route): void;
};

export function createRouter(screens: readonly string[]): Router {
  const route = signal(parseRoute(location.hash, screens));
  addEventListener('hashchange', () => (route.value = parseRoute(location.hash, screens)));
  return {
    route,
    go(next) {
      if (formatRoute(next) === location.hash) return;
      location.hash = formatRoute(next);
      // The event comes a task later; the screen changes now.
      route.value = next;
    },
    replace(next) {
      history.replaceState(null, '', formatRoute(next));
      route.value = next;
    },
  };
}

/** A mistyped address must open a chat, not throw. */
function decodeSafely(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
