/** The composition root of the page: engine, state, views, service worker. */
import { render } from 'preact';
import { createConsole } from './console.ts';
import { connectEngine } from './engine/connect.ts';
import { serveHost } from './host/host-services.ts';
import { watchInstallPrompt } from './pwa/install-prompt.ts';
import { followNotificationClicks } from './pwa/notification-clicks.ts';
import { registerServiceWorker } from './pwa/service-worker-registration.ts';
import { createAppState } from './state/app-state.ts';
import { explain } from './state/explain.ts';
import { applyLanguage, preferredLanguage } from './state/text.ts';
import { App } from './ui/app.tsx';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/styles/icons.css';
import './ui/styles/parts.css';
import './ui/styles/frame.css';
import './ui/styles/chat.css';
import './ui/styles/floats.css';

const connection = connectEngine(serveHost);
window.oneclaw = createConsole(connection, explain);
const state = createAppState(connection);
followNotificationClicks();
watchInstallPrompt((install) => (state.install.value = install));

// English is part of this file; another language is one small file more, and the engine starts meanwhile.
applyLanguage(preferredLanguage())
  .catch((error: unknown) => console.error(error))
  .finally(show);

function show(): void {
  const root = document.getElementById('app');
  if (root) render(<App state={state} />, root);
  if (import.meta.env.PROD) keepUpToDate();
}

function keepUpToDate(): void {
  registerServiceWorker({
    onUpdate: state.update.ready,
    onReplaced: () => state.update.replaced(() => location.reload()),
  }).catch((error: unknown) => console.error(error));
}
