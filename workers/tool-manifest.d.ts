/** What `scripts/tool-manifest.ts` generates; `engine/manifest.ts` gives it its types (an ambient module cannot import them). */
declare module 'virtual:tool-manifest' {
  export const definitions: never;
  export const validators: never;
}
