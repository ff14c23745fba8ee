/** What `scripts/vite/tool-manifest.ts` generates; its importers give it types (an ambient module cannot import them). */
declare module 'virtual:tool-manifest' {
  export const definitions: never;
}
declare module 'virtual:tool-validators' {
  export const validators: never;
}
