/**
 * The data files of PDF.js, each bundled as a chunk of the app: character maps (CMaps) and the standard
 * fonts.
 */

type Load = () => Promise<string>;

// `inline` makes data URLs, because a tool host can import chunks but has no `fetch`.
const cMaps = import.meta.glob<string>('../../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url&inline',
  import: 'default',
  // Without `exhaustive`, Vite skips `node_modules`.
  exhaustive: true,
});
const fonts = import.meta.glob<string>('../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url&inline',
  import: 'default',
  exhaustive: true,
});
const folders: Readonly<Record<string, Readonly<Record<string, Load>>>> = {
  cMapUrl: cMaps,
  standardFontDataUrl: fonts,
};

/** The `BinaryDataFactory` option of `getDocument`. */
export class OwnData {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const files = folders[kind] ?? {};
    const key = Object.keys(files).find((path) => path.endsWith(`/${filename}`));
    const load = key === undefined ? undefined : files[key];
    if (!load) throw new Error(`PDF.js asks for '${filename}', which the app does not have.`);
    const url = await load();
    return Uint8Array.from(atob(url.slice(url.indexOf(',') + 1)), (character) => character.charCodeAt(0));
  }
}
