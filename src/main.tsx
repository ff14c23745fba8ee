/** The composition root of the page: engine, state, views, service worker. */
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/styles/icons.css';
import './ui/styles/parts.css';
import './ui/styles/overlays.css';
import './ui/styles/first-screen.css';
import { render } from 'preact';
import { createConsole } from './console/index.ts';
import { connectEngine } from './engine/connect.ts';
import { servePageServices } from './page-services/serve-page-services.ts';
import { watchInstallPrompt } from './pwa/install-prompt.ts';
import { followServiceWorker } from './pwa/service-worker-messages.ts';
import { registerServiceWorker } from './pwa/service-worker-registration.ts';
import { createAppState } from './state/app-state.ts';
import { explain } from './state/text/explain.ts';
import { applyLanguage, loadTexts, preferredLanguage, t } from './state/text/text.ts';
import { App } from './ui/app.tsx';
import { addresses, followed } from './ui/screens.ts';

const connection = connectEngine(servePageServices);
window.oneclaw = createConsole(connection, explain);
const state = createAppState(connection, addresses);
followServiceWorker(connection.wake);
takeIncoming();
addEventListener('hashchange', takeIncoming);
if (matchMedia('(display-mode: standalone)').matches) void followFiles().catch(console.error);
if ('modelContext' in document) void offerToBrowser().catch(console.error);
// Something may have been due while the device was asleep.
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) connection.wake().catch(console.warn);
});
followed.forEach(({ kinds, follow }) => {
  const stop = connection.onEvents((events) => {
    if (events.some((event) => event.type === 'changed' && kinds.includes(event.kind)))
      follow(state).then(stop, console.error);
  });
});
watchInstallPrompt((install) => (state.install.value = install));

// English is part of this bundle; another language is one more small file. It loads while the
// engine starts.
Promise.all([applyLanguage(preferredLanguage()), firstPaint()])
  .catch((error: unknown) => console.error(error))
  .finally(show);

function show(): void {
  const root = document.getElementById('app');
  // Removes the markup of the first paint and renders in the same task, so that nothing flickers.
  root?.replaceChildren();
  if (root) render(<App state={state} />, root);
  if (import.meta.env.PROD) keepUpToDate();
}

/** Timeout for the first frame: a window that is covered may get none. */
const longestWaitMs = 300;

/**
 * Waits until the browser has painted the static frame of index.html, because rendering the app
 * takes longer.
 */
async function firstPaint(): Promise<void> {
  if (document.hidden || performance.getEntriesByType('paint').length > 0) return;
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, longestWaitMs);
  });
}

function keepUpToDate(): void {
  registerServiceWorker({
    onUpdate: state.update.ready,
    onReplaced: () => state.update.replaced(() => location.reload()),
  }).catch((error: unknown) => console.error(error));
}

/**
 * Handles a share or a `web+oneclaw:` link, which arrives as a route `#/incoming/…`. The code for
 * it is loaded at first use.
 */
function takeIncoming(): void {
  const { hash } = location;
  if (!hash.startsWith('#/incoming/')) return;
  const work = async () => {
    const [{ readIncoming }, { receive }] = await Promise.all([
      import('./pwa/incoming.ts'),
      import('./state/incoming.ts'),
      loadTexts('common'),
    ]);
    const incoming = await readIncoming(hash);
    if (incoming) return receive(incoming, state);
    state.router.replace({ view: 'chat', session: null });
    state.toasts.show(t('incoming.failed'));
  };
  void state.toasts.attempt(work());
}

/**
 * Offers tools to agents of the browser (WebMCP) once the engine has booted; few browsers have such
 * agents.
 */
async function offerToBrowser(): Promise<void> {
  await connection.booted;
  const { modelContext, offerTools } = await import('./state/agents/model-context.ts');
  const context = modelContext();
  if (context) offerTools(context, connection);
}

/** Receives the files that the system opens with the app; only an installed app gets any. */
async function followFiles(): Promise<void> {
  const [{ followOpenedFiles }, { receiveFiles }] = await Promise.all([
    import('./pwa/opened-files.ts'),
    import('./state/incoming.ts'),
    loadTexts('common'),
  ]);
  const take = (files: File[]) => void state.toasts.attempt(receiveFiles(files, state));
  followOpenedFiles(take, (error) => void state.toasts.attempt(Promise.reject(error)));
}
