/** The device as a tool sees it; the page does the work, and permissions are checked before the call. */
import type {
  BatteryFacts,
  ClipboardContent,
  Notice,
  Position,
  ScreenFacts,
} from '#shared/rpc/page-services.ts';
import type { DeviceAction, DeviceOutcome } from '#shared/tools/device-action.ts';

/** Contract: fails only with a `ToolError`; a method is refused unless the tool declared its permission or feature. */
export type DevicePort = {
  locate(accuracy: 'high' | 'low'): Promise<Position>;
  notify(notice: Notice): Promise<void>;
  readClipboard(): Promise<ClipboardContent>;
  /** A text, or an image of the type PNG. */
  writeClipboard(content: string | Blob): Promise<void>;
  screen(): Promise<ScreenFacts>;
  /** Milliseconds of vibration and pauses in turn. */
  vibrate(pattern: readonly number[]): Promise<void>;
  battery(): Promise<BatteryFacts>;
  /** Keeps the screen on for so long; 0 lets it go. */
  keepAwake(seconds: number): Promise<void>;
  /** The APIs that this browser lacks, as tools name them. */
  absent(): Promise<string[]>;
  /** The service that tells where an IP address is. */
  ipService(): Promise<string>;
  /** Asks the user for a tap, and says what came of it. For tools that declare `waitsForUser`. */
  ask(action: DeviceAction): Promise<DeviceOutcome>;
};
