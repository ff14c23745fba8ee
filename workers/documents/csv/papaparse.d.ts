/** The part of Papa Parse that is used; the package has no types of its own. */
declare module 'papaparse' {
  const Papa: {
    parse<Row>(
      text: string,
      config: { skipEmptyLines?: boolean | 'greedy'; step(result: { data: Row }): void },
    ): { meta: { delimiter: string } };
  };
  export default Papa;
}
