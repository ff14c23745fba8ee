/**
 * Reads the runtimes' own files, such as WebAssembly modules, from the app's origin. The CSP allows no other.
 */

// Saved before the worker's global functions are removed; not exported, so that a runtime gets files but
// never `fetch`.
const { fetch } = globalThis;

/** `url` must come from an import with `?url`, never from a script. Throws if the file cannot be loaded. */
export async function readOwnFile(url: string): Promise<Response> {
  const { href, origin } = new URL(url, location.href);
  if (origin !== location.origin) throw new Error(`${href} is not a file of this app.`);
  const response = await fetch(href, { credentials: 'omit' });
  if (!response.ok)
    throw new Error(
      `A part of the app could not be loaded (${response.status}). Go online once and try again.`,
    );
  return response;
}

/** Reads the whole file; `onBytes` receives the number of bytes read so far. */
export async function readAll(
  response: Response,
  onBytes: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: BlobPart[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    parts.push(part);
    onBytes(bytes);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
