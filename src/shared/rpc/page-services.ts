/** Page services: what only a document can do, called by the engine over RPC. */
import type { BuiltInState, DevicePrompt } from '../models/device-model.ts';
import type { DeviceFeature } from '../tools/device-feature.ts';
import type { Fallible } from './protocol.ts';

export type Position = {
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
  /** Metres, at 95 % confidence. */
  accuracy: number;
  altitude: number | null;
  /** Milliseconds since the epoch. */
  at: number;
};

export type Notice = { title: string; body: string; urgency: 'low' | 'normal' | 'high' };

/** The content of the clipboard. */
export type ClipboardContent = { text: string; images: Blob[] };

export type BatteryFacts = {
  /** 0 to 1. */
  level: number;
  charging: boolean;
  /** Seconds; absent if the system does not report them. */
  untilFull?: number;
  untilEmpty?: number;
};

export type ScreenFacts = {
  /** CSS pixels. */
  width: number;
  height: number;
  pixelRatio: number;
  orientation: string;
  theme: 'light' | 'dark';
  touch: boolean;
  installed: boolean;
  visible: boolean;
};

/** Contract: never throws; each method needs the permission or feature that `device-bridge.ts` names, and the engine has checked it. */
export type DeviceServices = {
  /** The APIs that this browser has. */
  features(): Promise<Fallible<DeviceFeature[]>>;
  locate(accuracy: 'high' | 'low'): Promise<Fallible<Position>>;
  notify(notice: Notice): Promise<Fallible<void>>;
  readClipboard(): Promise<Fallible<ClipboardContent>>;
  writeClipboard(content: string | Blob): Promise<Fallible<void>>;
  screen(): Promise<Fallible<ScreenFacts>>;
  vibrate(pattern: readonly number[]): Promise<Fallible<void>>;
  battery(): Promise<Fallible<BatteryFacts>>;
  keepAwake(seconds: number): Promise<Fallible<void>>;
  /** A PNG of so many pixels. `svg`: one that `readSvg` accepts; it loads nothing and runs no script. */
  drawSvg(svg: Blob, width: number, height: number): Promise<Fallible<Blob>>;
};

export type PageServices = {
  /**
   * Calls a method of `DeviceServices`: one method for all of them, because this code is part of
   * the first load.
   */
  device(method: keyof DeviceServices, ...values: unknown[]): Promise<unknown>;
  /** The state of the browser's built-in model. */
  builtInState(): Promise<BuiltInState>;
  /** Streams the reply of the built-in model as `DeviceEvent`s on the port; any message on the port aborts it without an event. */
  writeBuiltIn(prompt: DevicePrompt, port: MessagePort): Promise<void>;
};
