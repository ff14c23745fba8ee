/** Between a tool host and the page: device calls of a tool, limited to the permissions it declared. */
import { callOver } from '#shared/rpc/port-calls.ts';
import type { PageServices } from '#shared/rpc/page-services.ts';
import type { BrowserPermission } from '#shared/tools/browser-permission.ts';
import type { DeviceApi } from '#workers/contracts/tool-host-protocol.ts';
import { lendPort } from './lend-port.ts';

export type DeviceBridge = {
  /** The page serves a `PageServices` behind this port. */
  connect(page: MessagePort): void;
  /** Throws where there is no page. */
  page(): PageServices;
  /** A port for one call; only what these permissions cover works behind it. */
  lend(permissions: readonly BrowserPermission[], over: AbortSignal): MessagePort;
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
    connect: (port) => void (page = pageBehind(port)),
    page: requirePage,
    lend(permissions, over) {
      const api: DeviceApi = {
        locate: async (accuracy) => need(permissions, 'geolocation').locate(accuracy),
        notify: async (notice) => need(permissions, 'notifications').notify(notice),
        readClipboard: async () => need(permissions, 'clipboard-read').readClipboard(),
        writeClipboard: async (text) => need(permissions, 'clipboard-write').writeClipboard(text),
        screen: async () => requirePage().screen(),
      };
      return lendPort(api, over);
    },
  };
}

function pageBehind(port: MessagePort): PageServices {
  const { call } = callOver<PageServices>(port);
  return {
    locate: (accuracy) => call('locate', accuracy),
    notify: (notice) => call('notify', notice),
    readClipboard: () => call('readClipboard'),
    writeClipboard: (text) => call('writeClipboard', text),
    screen: () => call('screen'),
    builtInState: () => call('builtInState'),
    writeBuiltIn: (prompt, events) => call('writeBuiltIn', prompt, events),
  };
}
