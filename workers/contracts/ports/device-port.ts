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
  /** Holds a screen wake lock for so many seconds; 0 releases it. */
  keepAwake(seconds: number): Promise<void>;
  /** A PNG of so many pixels, drawn by the page. `svg`: one that `readSvg` accepts. */
  drawSvg(svg: Blob, width: number, height: number): Promise<Blob>;
  /** The APIs that this browser lacks, as tools name them. */
  absent(): Promise<string[]>;
  /** The URL of the service that locates an IP address. */
  ipService(): Promise<string>;
  /** Shows a prompt that the user must tap; returns the outcome. For tools that declare `waitsForUser`. */
  ask(action: DeviceAction): Promise<DeviceOutcome>;
};
