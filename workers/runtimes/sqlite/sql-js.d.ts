/**
 * The part of sql.js that is used; the package has no types. https://sql.js.org/documentation/Database.html
 */
declare module 'sql.js' {
  export type SqlValue = bigint | number | string | Uint8Array | null;

  export type Statement = {
    step(): boolean;
    /** Returns integers as `bigint`, so that they are exact and distinguishable from reals. */
    get(parameters: null, config: { useBigInt: true }): SqlValue[];
    bind(values: readonly SqlValue[]): boolean;
    run(values?: readonly SqlValue[]): void;
    getColumnNames(): string[];
    getSQL(): string;
    free(): boolean;
  };

  export type Database = {
    prepare(sql: string): Statement;
    /** Iterates over the statements of a text; each is freed when the next one is requested. */
    iterateStatements(sql: string): Iterable<Statement>;
    run(sql: string, values?: readonly SqlValue[]): Database;
    /** Closes and reopens the database, so an open transaction is rolled back. */
    export(): Uint8Array<ArrayBuffer>;
    close(): void;
  };

  export type SqlJs = { Database: new (data?: Uint8Array | null) => Database };

  const initSqlJs: (settings?: {
    instantiateWasm?(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance) => void,
    ): Record<string, never>;
  }) => Promise<SqlJs>;
  export default initSqlJs;
}
