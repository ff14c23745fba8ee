/** Whether the host sends the security headers of `_headers`: static hosts ignore that file, or parts of it. */

/** `page`: all are missing. `workers`: those of the folders with their own policy are missing. */
export type MissingHeaders = 'page' | 'workers';

type Probe = { path: string; missing: MissingHeaders; directive: string };

/** The service worker answers GET from its cache, so these use HEAD. One directive identifies each policy. */
const probes: readonly Probe[] = [
  { path: './', missing: 'page', directive: 'require-trusted-types-for' },
  { path: './tool-host/headers.txt', missing: 'workers', directive: "worker-src 'none'" },
  { path: './code-host/headers.txt', missing: 'workers', directive: "'wasm-unsafe-eval'" },
  { path: './gguf/headers.txt', missing: 'workers', directive: "'wasm-unsafe-eval'" },
];

/** The worst case; null if all headers are present or it cannot be checked (offline, dev server). */
export async function findMissingHeaders(): Promise<MissingHeaders | null> {
  if (!import.meta.env.PROD) return null;
  try {
    const present = await Promise.all(probes.map(isPresent));
    return probes.find((_, index) => !present[index])?.missing ?? null;
  } catch {
    // Offline.
    return null;
  }
}

async function isPresent({ path, directive }: Probe): Promise<boolean> {
  const { headers } = await fetch(path, { method: 'HEAD', cache: 'no-store' });
  return headers.get('content-security-policy')?.includes(directive) ?? false;
}
