/**
 * Vite plugin: patches the code of PDF.js where it has no option for running inside a tool host. The build
 * and the tests fail if a new version does not contain the expected code; then check whether the patch is
 * still needed.
 */
import type { Plugin } from 'vite';

const library = '/pdfjs-dist/legacy/build/pdf.worker.mjs';

const tooLarge =
  'Object.assign(new Error("a part of it is larger than 128 MB, unpacked"), { name: "TooLargeError" })';

const patches: readonly { why: string; from: string; to: string }[] = [
  {
    why: 'In a worker, PDF.js would handle the messages of the tool host itself. It is called through its loopback port instead.',
    from: 'if (typeof window === "undefined" && !isNodeJS && typeof self !== "undefined" && typeof self.postMessage === "function" && "onmessage" in self) {',
    to: 'if (false) {',
  },
  {
    why: 'PDF.js keeps all of an unpacked stream in memory, and 10 kB can unpack to gigabytes.',
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
    from: `      if (this.options.ignoreErrors) {
        warn(\`getTextContent - ignoring errors`,
    to: `      if (this.options.ignoreErrors && reason?.name !== "TooLargeError") {
        warn(\`getTextContent - ignoring errors`,
  },
  {
    why: 'Scans are often JBIG2 or JPEG 2000. Vite must bundle the decoders without WebAssembly as chunks, so that it knows their URLs.',
    from: `await import(
    /*webpackIgnore: true*/
    /*@vite-ignore*/
    \`\${WasmImage.#wasmUrl}\${this._noWasmFilename}\`)`,
    to: `await (this._noWasmFilename.startsWith("jbig2") ? import("pdfjs-dist/wasm/jbig2_nowasm_fallback.js") : import("pdfjs-dist/wasm/openjpeg_nowasm_fallback.js"))`,
  },
];

export function pdfjsPatches(): Plugin {
  return {
    name: 'oneclaw:pdfjs-patches',
    transform: (code, id) =>
      id.replaceAll('\\', '/').split('?')[0]?.endsWith(library) ? patches.reduce(apply, code) : undefined,
  };
}

function apply(code: string, { from, to }: { from: string; to: string }): string {
  const parts = code.split(from);
  if (parts.length !== 2)
    throw new Error(`PDF.js has changed: ${JSON.stringify(from)} is in it ${parts.length - 1} times.`);
  return parts.join(to);
}
