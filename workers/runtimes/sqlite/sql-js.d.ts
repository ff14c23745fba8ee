/** What is used of sql.js; the package has no types. https://sql.js.org/documentation/Database.html */
declare module 'sql.js' {
  export type SqlValue = bigint | number | string | Uint8Array | null;

  export type Statement = {
    step(): boolean;
    /** Integers as `bigint`, so that they are exact and differ from real numbers. */
    get(parameters: null, config: { useBigInt: true }): SqlValue[];
    bind(values: readonly SqlValue[]): boolean;
    run(values?: readonly SqlValue[]): void;
    getColumnNames(): string[];
    getSQL(): string;
    free(): boolean;
  };

  export type Database = {
    prepare(sql: string): Statement;
    /** The statements of a text, one after the other; each is freed when the next is asked for. */
    iterateStatements(sql: string): Iterable<Statement>;
    run(sql: string, values?: readonly SqlValue[]): Database;
    /** Closes and opens the database: a transaction that is open is rolled back. */
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
