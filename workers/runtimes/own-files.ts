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
