/** The device as a tool sees it; the page does the work, and permissions are checked before the call. */
import type { Notice, Position, ScreenFacts } from '#shared/rpc/page-services.ts';

/** Contract: fails only with a `ToolError`; a method is refused unless the tool declared its permission. */
export type DevicePort = {
  locate(accuracy: 'high' | 'low'): Promise<Position>;
  notify(notice: Notice): Promise<void>;
  readClipboard(): Promise<string>;
  writeClipboard(text: string): Promise<void>;
  screen(): Promise<ScreenFacts>;
};
