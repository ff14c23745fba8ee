/** The share target: stores what another app shares until the page reads it. It is sent nowhere. */

/** The cache that `src/pwa/incoming.ts` reads. */
const cacheName = 'oneclaw-incoming';
/** More files than a user would share on purpose. */
const maxFiles = 20;
const maxBytes = 200_000_000;

export function isShare({ method, url }: Request, scope: string): boolean {
  return method === 'POST' && url === `${scope}share`;
}

/** Redirects to a new chat with the shared content in its composer. */
export async function takeShare(request: Request, scope: string): Promise<Response> {
  const id = crypto.randomUUID();
  try {
    const form = await request.formData();
    const cache = await caches.open(cacheName);
    // Drops an earlier share that the page never read.
    await Promise.all((await cache.keys()).map((key) => cache.delete(key)));
    const texts = ['title', 'text', 'url'].flatMap((name) => form.getAll(name).filter(isText));
    const files = fitting(form.getAll('files').filter((value): value is File => !isText(value)));
    await Promise.all(files.map((file, at) => cache.put(`${scope}incoming/${id}/${at}`, keep(file))));
    // Written last: its presence means that the files are complete.
    const content = { texts, files: files.length };
    await cache.put(`${scope}incoming/${id}/content`, new Response(JSON.stringify(content)));
  } catch (error) {
    // The page finds no content under this id and shows an error.
    console.error('What was shared could not be kept.', error);
  }
  return Response.redirect(`${scope}#/incoming/${id}`, 303);
}

function fitting(files: readonly File[]): File[] {
  let bytes = 0;
  return (
    files
      // A form without a file sends an empty one without a name.
      .filter(({ name, size }) => name !== '' || size > 0)
      .slice(0, maxFiles)
      .filter(({ size }) => (bytes += size) <= maxBytes)
  );
}

function keep(file: File): Response {
  const headers = { 'content-type': file.type, 'x-name': encodeURIComponent(file.name.toWellFormed()) };
  return new Response(file, { headers });
}

function isText(value: FormDataEntryValue): value is string {
  return typeof value === 'string';
}
