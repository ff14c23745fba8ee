/**
 * Passes device calls of a tool host to the page, limited to the permissions and features that the tool
 * declared.
 */
import { callOver } from '#shared/rpc/port-calls.ts';
import type { DeviceServices, PageServices } from '#shared/rpc/page-services.ts';
import { deviceFeatures, featureTitle, type DeviceFeature } from '#shared/tools/device-feature.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { BrowserPermission } from '#shared/tools/browser-permission.ts';
import { drawnPixels, drawnSide } from '#shared/limits.ts';
import type { DeviceApi } from '#workers/contracts/tool-host-protocol.ts';
import { servePort } from './serve-port.ts';

export type DeviceBridge = {
  /** The page serves a `PageServices` behind this port. */
  connect(page: MessagePort): void;
  /** Queries which APIs the page's browser has. Without a page or an answer, nothing counts as absent. */
  learn(): Promise<void>;
  /**
   * The API that the tool needs and the browser lacks. Undefined if none is missing, or if no page has
   * reported its APIs.
   */
  lackOf(tool: Pick<ToolDefinition, 'features'>): string | undefined;
  /** The titles of all APIs that this browser lacks. */
  absent(): string[];
  /** Throws where there is no page. */
  page(): Page;
  /** A port for one call that permits only what the tool declared. */
  servePort(tool: Declared, engine: EngineSide, over: AbortSignal): MessagePort;
};

/** The services of the page, one method each. */
type Page = DeviceServices & Omit<PageServices, 'device'>;

type Declared = Pick<ToolDefinition, 'permissions' | 'features' | 'waitsForUser'>;

/** The methods that the engine answers without the page. */
export type EngineSide = Pick<DeviceApi, 'ipService' | 'ask'>;

export function createDeviceBridge(): DeviceBridge {
  let page: Page | undefined;
  let features: ReadonlySet<DeviceFeature> | undefined;
  const isAbsent = (feature: DeviceFeature) => features !== undefined && !features.has(feature);
  const requirePage = (): Page => {
    if (!page) throw new Error('No page is connected.');
    return page;
  };
  const absent = () =>
    (Object.keys(deviceFeatures) as DeviceFeature[]).filter(isAbsent).map((name) => featureTitle(name));
  return {
    connect: (port) => void (page = pageBehind(port)),
    async learn() {
      try {
        const answer = await page?.features();
        if (answer?.ok) features = new Set(answer.value);
      } catch (error) {
        // For example, a file of the page could not be loaded. Tools that need a missing API then fail in the
        // browser.
        console.warn(error);
      }
    },
    lackOf({ features: needed = [] }) {
      const lacking = needed.find(isAbsent);
      return lacking && featureTitle(lacking);
    },
    absent,
    page: requirePage,
    servePort: (tool, engine, over) => servePort(limit(tool, { ...engine, absent }, requirePage), over),
  };
}

/** Each method checks the declared permissions and features before it calls the page. */
function limit(
  { permissions, features = [], waitsForUser }: Declared,
  engine: EngineSide & { absent(): string[] },
  page: () => Page,
): DeviceApi {
  const permitted = (permission: BrowserPermission): Page => {
    if (!permissions.includes(permission))
      throw new Error(`The tool did not declare the permission '${permission}'.`);
    return page();
  };
  const having = (feature: DeviceFeature): Page => {
    if (!features.includes(feature)) throw new Error(`The tool did not declare the feature '${feature}'.`);
    return page();
  };
  return {
    locate: async (accuracy) => permitted('geolocation').locate(accuracy),
    notify: async (notice) => permitted('notifications').notify(notice),
    readClipboard: async () => permitted('clipboard-read').readClipboard(),
    writeClipboard: async (content) => permitted('clipboard-write').writeClipboard(content),
    screen: async () => page().screen(),
    vibrate: async (pattern) => having('vibration').vibrate(pattern),
    battery: async () => having('battery').battery(),
    keepAwake: async (seconds) => having('wake-lock').keepAwake(seconds),
    drawSvg: async (svg, width, height) => {
      await checkDrawing(svg, width, height);
      return page().drawSvg(svg, width, height);
    },
    absent: async () => ({ ok: true, value: engine.absent() }),
    ipService: engine.ipService,
    async ask(action) {
      if (!waitsForUser) throw new Error('The tool did not declare that it waits for the user.');
      return engine.ask(action);
    },
  };
}

/** A drawing of too many elements or pixels would freeze the page. */
async function checkDrawing(svg: Blob, width: number, height: number): Promise<void> {
  const { maxSvgBytes, readSvg } = await import('#workers/text/read-svg.ts');
  const isPicture = [width, height].every((side) => Number.isInteger(side) && side > 0 && side <= drawnSide);
  if (!isPicture || width * height > drawnPixels || svg.size > maxSvgBytes || !readSvg(await svg.text()))
    throw new Error('The drawing is no SVG, or too large.');
}

function pageBehind(port: MessagePort): Page {
  const { call } = callOver<PageServices>(port);
  /** The result types are those that `DeviceServices` declares. */
  const device = <Name extends keyof DeviceServices>(method: Name) =>
    ((...values: unknown[]) => call('device', method, ...values)) as DeviceServices[Name];
  return {
    features: device('features'),
    locate: device('locate'),
    notify: device('notify'),
    readClipboard: device('readClipboard'),
    writeClipboard: device('writeClipboard'),
    screen: device('screen'),
    vibrate: device('vibrate'),
    battery: device('battery'),
    keepAwake: device('keepAwake'),
    drawSvg: device('drawSvg'),
    builtInState: () => call('builtInState'),
    writeBuiltIn: (prompt, events) => call('writeBuiltIn', prompt, events),
  };
}
