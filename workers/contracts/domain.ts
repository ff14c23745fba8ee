/** A domain: one capability of the engine. It is one folder in `workers/domains` and one line in its `index.ts`. */
import type { BackupPart } from './backup-part.ts';
import type { InEngineToolCode } from './engine-tool.ts';

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
   * Migrations of stored rows by database version, numbered like `since`: each converts a row of the version
   * before. An upgrade of IndexedDB cannot wait for an `import()`, so these load with the engine: keep each
   * to a line or two.
   */
  rewrites?: Readonly<Record<number, (row: unknown) => unknown>>;
};

/** What every domain gets in addition to its `Needs`. */
export type DomainContext = {
  /** Posts a `changed` event of this domain to the page and to other tabs. */
  changed(...ids: string[]): void;
};

/**
 * `Needs`: what its functions need of the engine; `Kept`: what `backup` needs. `Port`: what `toolPort`
 * returns.
 */
export type Domain<
  Api extends object,
  Needs extends object = object,
  Kept extends object = object,
  Port extends object = object,
> = {
  tables?: readonly Table[];
  /** Its parts of a backup. Called for each backup; load their code here. */
  backup?(needs: Kept): Promise<readonly BackupPart[]>;
  /** Called when another tab has changed the domain's data: reloads what the engine caches in memory. */
  reload?(needs: Needs): Promise<void>;
  /** Whether its tools are offered; absent: always. Called for each list of tools: may only read memory. */
  isOn?(needs: Needs): boolean;
  /** Its tools that run in the engine. Called once, at the first call of any such tool; load their code here. */
  tools?(): Promise<readonly InEngineToolCode<Port>[]>;
  /** The `port` in the context of these tools; called for each call. */
  toolPort?(needs: Needs): Promise<Port>;
  /** Makes the domain's part of the engine API. Called once, at the first call; load heavy code here. */
  open(needs: Needs & DomainContext): Promise<Api> | Api;
};
