/** Runtimes and wheels on this device: `api.packages`. */
import type { RuntimeName } from '../packages/runtimes.ts';
import type { Fallible } from '../rpc/protocol.ts';

/** A part of the app that loads at first use, such as Python. */
export type RuntimeInfo = {
  name: RuntimeName;
  /** Bytes of all its files, before compression. */
  bytes: number;
  /** Bytes of those that are on this device. */
  keptBytes: number;
  /** `here`: it works offline. */
  state: 'here' | 'partly' | 'absent' | 'downloading';
};

/** A Python package that was downloaded from an index. */
export type WheelInfo = {
  /** Its address, which identifies it. */
  url: string;
  name: string;
  version: string;
  bytes: number;
};

export type PackageList = { runtimes: RuntimeInfo[]; wheels: WheelInfo[] };

/** Progress of a runtime that is made available offline; at the end `done` equals `total`, also after a failure. */
export type PackageProgressEvent = {
  type: 'package-progress';
  name: RuntimeName;
  /** Bytes. */
  done: number;
  total: number;
};

export type PackagesApi = {
  /** Runtimes and wheels, and how much of each is on this device. */
  list(): Promise<PackageList>;
  /**
   * Downloads the missing files of a runtime, also after each update of the app; posts
   * `package-progress` events.
   */
  makeOffline(name: RuntimeName): Promise<Fallible<void>>;
  /** Cancels `makeOffline`; files that are complete stay. */
  cancel(name: RuntimeName): Promise<void>;
  /** Deletes a runtime's files; its next use downloads them again. */
  remove(name: RuntimeName): Promise<Fallible<void>>;
  /** Deletes a wheel. */
  removeWheel(url: string): Promise<void>;
  /** Deletes all wheels and the cached answers of package indexes. */
  removeWheels(): Promise<void>;
};
