/** A domain: one capability of the engine. It is one folder in `workers/domains` and one line in its `index.ts`. */
import type { BackupPart } from './backup-part.ts';

/** A table in IndexedDB. Declare its type in the same file by merging into `Schema` of `storage/database.ts`. */
export type Table = {
  name: string;
  /** The database version that introduced it. Users have every version; never change it. */
  since: number;
  /** Absent: keys are given with each `put`. */
  keyPath?: string | string[];
  /** Key paths by index name. */
  indexes?: Readonly<Record<string, string | string[]>>;
  /**
   * How rows of the version before become those of a version, by its number, which counts as `since`. An upgrade of
   * IndexedDB cannot wait for an import, so these load with the engine: a line or two each.
   */
  rewrites?: Readonly<Record<number, (row: unknown) => unknown>>;
};

/** What every domain gets, whatever it needs. */
export type DomainContext = {
  /** Posts a `changed` event of this domain to the page and to other tabs. */
  changed(...ids: string[]): void;
};

/** `Kept`: what its parts of a backup need. `Port`: what `toolPort` gives. */
export type Domain<
  Api extends object,
  Needs extends object = object,
  Kept extends object = object,
  Port extends object = object,
> = {
  tables?: readonly Table[];
  /** What of it is kept in backups. Called for each backup; load its code here. */
  backup?(needs: Kept): Promise<readonly BackupPart[]>;
  /** Another tab has changed what the domain stores: reads again what the engine holds of it in memory. */
  reload?(needs: Needs): Promise<void>;
  /** Absent: its tools are always offered. False: they are in no list. Asked for each list, so it reads memory only. */
  isOn?(needs: Needs): boolean;
  /** What its tools that are answered in the engine are given; called for each such call. A line in `ToolPorts`. */
  toolPort?(needs: Needs): Promise<Port>;
  /** Makes the domain's part of the engine API. Called once, at the first call; load heavy code here. */
  open(needs: Needs & DomainContext): Promise<Api> | Api;
};
