/** Keeps the browser's offer to install the app until the user asks for it in Settings. */

/** Chromium only, and not in the DOM types. */
type InstallPromptEvent = Event & { prompt(): Promise<unknown> };

export function watchInstallPrompt(onChange: (install: (() => Promise<void>) | null) => void): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPrompt(event)) return;
    event.preventDefault();
    onChange(async () => {
      onChange(null);
      await event.prompt();
    });
  });
  addEventListener('appinstalled', () => onChange(null));
}

function isInstallPrompt(event: Event): event is InstallPromptEvent {
  return 'prompt' in event && typeof event.prompt === 'function';
}
