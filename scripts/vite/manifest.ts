/**
 * The web app manifest: name, icons, screenshots and shortcuts. All addresses are relative to that of the
 * app.
 */
import type { ManifestOptions } from 'vite-plugin-pwa';

export const manifest: Partial<ManifestOptions> = {
  id: './',
  name: 'OneClaw',
  short_name: 'OneClaw',
  description: 'An AI agent with real tools, private in your browser.',
  start_url: './',
  scope: './',
  display: 'standalone',
  display_override: ['window-controls-overlay', 'standalone'],
  orientation: 'any',
  categories: ['productivity', 'utilities'],
  background_color: '#fcfbf9',
  theme_color: '#fcfbf9',
  icons: [
    { src: 'icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: 'icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: 'icons/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: 'icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
  screenshots: [
    {
      src: 'screenshots/phone.png',
      sizes: '824x1830',
      type: 'image/png',
      form_factor: 'narrow',
      label: 'A chat that used two tools',
    },
    {
      src: 'screenshots/desktop.png',
      sizes: '1280x800',
      type: 'image/png',
      form_factor: 'wide',
      label: 'A chat with its sessions beside it',
    },
  ],
  shortcuts: [
    { name: 'New chat', url: './#/chat', icons: [{ src: 'icons/icon-192.png', sizes: '192x192' }] },
    { name: 'Files', url: './#/files', icons: [{ src: 'icons/icon-192.png', sizes: '192x192' }] },
    { name: 'Settings', url: './#/settings', icons: [{ src: 'icons/icon-192.png', sizes: '192x192' }] },
  ],
  // Handled by the service worker; nothing is sent to a server.
  share_target: {
    action: './share',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'files', accept: ['*/*'] }] },
  },
  file_handlers: [
    { action: './', accept: { 'application/json': ['.json'], 'application/vnd.oneclaw+json': ['.oneclaw'] } },
  ],
  protocol_handlers: [{ protocol: 'web+oneclaw', url: './#/incoming/link/%s' }],
};
