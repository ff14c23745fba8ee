/** The part of Papa Parse that is used; the package has no types of its own. */
declare module 'papaparse' {
  type Config = { delimiter?: string; newline?: string; preview?: number };
  const Papa: {
    parse<Row>(
      text: string,
      config: {
        delimiter?: string;
        skipEmptyLines?: boolean | 'greedy';
        step(result: { data: Row }): void;
      },
    ): { meta: { delimiter: string } };
    parse<Row>(text: string, config: Config): { data: Row[]; meta: { delimiter: string } };
  };
  export default Papa;
}
