/** Between a tool host and the page: device calls of a tool, limited to the permissions it declared. */
// Comlink: typed calls over both ports.
import { expose, wrap } from 'comlink';
import type { PageServices } from '#shared/rpc/page-services.ts';
import type { BrowserPermission } from '#shared/tools/browser-permission.ts';
import type { DeviceApi } from '#workers/contracts/tool-host-protocol.ts';

export type DeviceBridge = {
  /** The page serves a `PageServices` behind this port. */
  connect(page: MessagePort): void;
  /** Throws where there is no page. */
  page(): PageServices;
  /** A port for one tool host; only what these permissions cover works behind it. */
  serve(permissions: readonly BrowserPermission[], signal: AbortSignal): MessagePort;
};

export function createDeviceBridge(): DeviceBridge {
  let page: PageServices | undefined;
  const need = (permissions: readonly BrowserPermission[], permission: BrowserPermission): PageServices => {
    if (!permissions.includes(permission))
      throw new Error(`The tool did not declare the permission '${permission}'.`);
    return requirePage();
  };
  const requirePage = (): PageServices => {
    if (!page) throw new Error('No page is connected.');
    return page;
  };
  return {
    connect: (port) => void (page = wrap<PageServices>(port)),
    page: requirePage,
    serve(permissions, signal) {
      const { port1, port2 } = new MessageChannel();
      const api: DeviceApi = {
        locate: async (accuracy) => need(permissions, 'geolocation').locate(accuracy),
        notify: async (notice) => need(permissions, 'notifications').notify(notice),
        readClipboard: async () => need(permissions, 'clipboard-read').readClipboard(),
        writeClipboard: async (text) => need(permissions, 'clipboard-write').writeClipboard(text),
        screen: async () => requirePage().screen(),
      };
      expose(api, port1);
      signal.addEventListener('abort', () => port1.close(), { once: true });
      return port2;
    },
  };
}
