/** What a tool may ask of the device; the page does it, and the permission of each was checked before the call. */
import type { Notice, Position, ScreenFacts } from '#shared/rpc/page-services.ts';

/** Contract: fails only with a `ToolError`; methods whose permission the tool did not declare are refused. */
export type DevicePort = {
  locate(accuracy: 'high' | 'low'): Promise<Position>;
  notify(notice: Notice): Promise<void>;
  readClipboard(): Promise<string>;
  writeClipboard(text: string): Promise<void>;
  screen(): Promise<ScreenFacts>;
};
