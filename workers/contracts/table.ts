/** The declaration of a table of a domain. */

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
