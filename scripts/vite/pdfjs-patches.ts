/** Patches of PDF.js where it has no option for running inside a tool host. */
import type { Plugin } from 'vite';
import { libraryPatches, type Patch } from './library-patches.ts';

const library = '/pdfjs-dist/legacy/build/pdf.worker.mjs';

const tooLarge =
  'Object.assign(new Error("a part of it is larger than 128 MB, unpacked"), { name: "TooLargeError" })';

const patches: readonly Patch[] = [
  {
    why: 'In a worker, PDF.js would handle the messages of the tool host itself. It is called through its loopback port instead.',
    triedWith: '6.5.438',
    from: 'if (typeof window === "undefined" && !isNodeJS && typeof self !== "undefined" && typeof self.postMessage === "function" && "onmessage" in self) {',
    to: 'if (false) {',
  },
  {
    why: 'PDF.js keeps all of an unpacked stream in memory, and 10 kB can unpack to gigabytes.',
    triedWith: '6.5.438',
    from: `  ensureBuffer(requested) {
    const buffer = this.buffer;
    if (requested <= buffer.byteLength) {
      return buffer;
    }`,
    to: `  ensureBuffer(requested) {
    const buffer = this.buffer;
    if (requested <= buffer.byteLength) {
      return buffer;
    }
    if (requested > 134217728) {
      throw ${tooLarge};
    }`,
  },
  {
    why: 'The browser unpacks everything that is written to it, even if nobody reads it, so write it in parts.',
    triedWith: '6.5.438',
    from: `      writer.write(bytes).catch(() => {});
      writer.close().catch(() => {});`,
    to: `      void (async () => {
        for (let at = 0; at < bytes.length; at += 16384) {
          await writer.ready;
          await writer.write(bytes.subarray(at, at + 16384));
        }
        await writer.close();
      })().catch(() => {});`,
  },
  {
    why: 'PDF.js also keeps all that the browser unpacks.',
    triedWith: '6.5.438',
    from: `        chunks.push(chunk);
        totalLength += chunk.byteLength;`,
    to: `        chunks.push(chunk);
        totalLength += chunk.byteLength;
        if (totalLength > 134217728) {
          reader.cancel().catch(() => {});
          throw ${tooLarge};
        }`,
  },
  {
    why: 'A stream that is too large must fail here; PDF.js would unpack it again in JavaScript.',
    triedWith: '6.5.438',
    from: `    } catch {
      return {
        decompressed: null,
        compressed: bytes
      };`,
    to: `    } catch (error) {
      if (error?.name === "TooLargeError") {
        throw error;
      }
      return {
        decompressed: null,
        compressed: bytes
      };`,
  },
  {
    why: 'A page whose text is too large must be reported as such, not as a page without text.',
    triedWith: '6.5.438',
    from: `      if (this.options.ignoreErrors) {
        warn(\`getTextContent - ignoring errors`,
    to: `      if (this.options.ignoreErrors && reason?.name !== "TooLargeError") {
        warn(\`getTextContent - ignoring errors`,
  },
  {
    why: 'Scans are often JBIG2 or JPEG 2000. Vite must bundle the decoders without WebAssembly as chunks, so that it knows their URLs.',
    triedWith: '6.5.438',
    from: `await import(
    /*webpackIgnore: true*/
    /*@vite-ignore*/
    \`\${WasmImage.#wasmUrl}\${this._noWasmFilename}\`)`,
    to: `await (this._noWasmFilename.startsWith("jbig2") ? import("pdfjs-dist/wasm/jbig2_nowasm_fallback.js") : import("pdfjs-dist/wasm/openjpeg_nowasm_fallback.js"))`,
  },
  {
    why: 'Names of glyphs for several letters, such as `t_t`, and of variants, such as `a.sc`, are not read (Adobe Glyph List specification, section 2).',
    triedWith: '6.5.438',
    from: `      let code = 0;
      switch (glyphName[0]) {`,
    to: `      const letters = glyphName.split(".", 1)[0].split("_").map((name) => {
        const known = glyphsUnicodeMap[name];
        if (known !== undefined) {
          return String.fromCharCode(known);
        }
        const hex = /^(?:uni((?:[0-9A-F]{4})+)|u([0-9A-F]{4,6}))$/.exec(name);
        const codes = hex?.[1]?.match(/.{4}/g) ?? (hex ? [hex[2]] : []);
        return codes.map((each) => String.fromCodePoint(Math.min(parseInt(each, 16), 0x10ffff))).join("");
      });
      if (/[_.]|^uni.{8}/.test(glyphName) && letters.every((text) => text !== "")) {
        toUnicode.set(+charcode, letters.join(""));
        continue;
      }
      let code = 0;
      switch (glyphName[0]) {`,
  },
];

export const pdfjsPatches = (): Plugin =>
  libraryPatches({
    name: 'PDF.js',
    isPatched: (path) => path.endsWith(library),
    source: 'scripts/vite/pdfjs-patches.ts',
    patches,
  });
