/** Reads the runtimes' own files, such as WebAssembly modules, from the app's origin. The CSP allows no other. */

// Kept before the powers of the worker are removed; not exported, so that a runtime gets files and never `fetch`.
const { fetch } = globalThis;

/** `url` comes from an import with `?url`, never from a script. Throws if the file cannot be had. */
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

/** The whole file; `onBytes` is told how much of it is here. */
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
