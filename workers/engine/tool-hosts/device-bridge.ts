/** Between a tool host and the page: device calls of a tool, limited to the permissions it declared. */
import { callOver } from '#shared/rpc/port-calls.ts';
import type { PageServices } from '#shared/rpc/page-services.ts';
import { deviceFeatures, featureTitle, type DeviceFeature } from '#shared/tools/device-feature.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { BrowserPermission } from '#shared/tools/browser-permission.ts';
import type { DeviceApi } from '#workers/contracts/tool-host-protocol.ts';
import { lendPort } from './lend-port.ts';

export type DeviceBridge = {
  /** The page serves a `PageServices` behind this port, in a browser with these features. */
  connect(page: MessagePort, features: readonly DeviceFeature[]): void;
  /** The API that this tool needs and the browser does not have. Undefined also where no page has said what there is. */
  lackOf(tool: Pick<ToolDefinition, 'features'>): string | undefined;
  /** All that this browser lacks. */
  absent(): string[];
  /** Throws where there is no page. */
  page(): PageServices;
  /** A port for one call; only what these permissions cover works behind it. */
  lend(permissions: readonly BrowserPermission[], over: AbortSignal): MessagePort;
};

export function createDeviceBridge(): DeviceBridge {
  let page: PageServices | undefined;
  let features: ReadonlySet<DeviceFeature> | undefined;
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
    connect(port, present) {
      page = pageBehind(port);
      features = new Set(present);
    },
    lackOf({ features: needed = [] }) {
      const lacking = needed.find((feature) => features && !features.has(feature));
      return lacking && featureTitle(lacking);
    },
    absent: () =>
      (Object.keys(deviceFeatures) as DeviceFeature[])
        .filter((feature) => features && !features.has(feature))
        .map(featureTitle),
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
