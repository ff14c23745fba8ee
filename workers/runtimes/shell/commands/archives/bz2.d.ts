/** The part of bz2 that is used; the package has no types. */
declare module 'bz2' {
  const bz2: { decompress(data: Uint8Array, checksCrc: boolean): Uint8Array };
  export default bz2;
}
