/** Whether the host sends the security headers of `_headers`: static hosts ignore that file, or parts of it. */

/** 'page': none at all. 'workers': not those of the folders with a policy of their own. */
export type MissingHeaders = 'page' | 'workers';

type Probe = { path: string; missing: MissingHeaders; directive: string };

/** HEAD passes the service worker, which would answer with what it kept. One directive tells each policy. */
const probes: readonly Probe[] = [
  { path: './', missing: 'page', directive: 'require-trusted-types-for' },
  { path: './tool-host/headers.txt', missing: 'workers', directive: "worker-src 'none'" },
  { path: './gguf/headers.txt', missing: 'workers', directive: "'wasm-unsafe-eval'" },
];

/** The worst that is missing; null where nothing is, or where it cannot be told (offline, the dev server). */
export async function findMissingHeaders(): Promise<MissingHeaders | null> {
  if (!import.meta.env.PROD) return null;
  try {
    const present = await Promise.all(probes.map(isPresent));
    return probes.find((_, index) => !present[index])?.missing ?? null;
  } catch {
    // Without a network nothing can be said.
    return null;
  }
}

async function isPresent({ path, directive }: Probe): Promise<boolean> {
  const { headers } = await fetch(path, { method: 'HEAD', cache: 'no-store' });
  return headers.get('content-security-policy')?.includes(directive) ?? false;
}
