/** The one Trusted Types policy: a worker script may only come from our own origin. */

type Policy = { createScriptURL(url: string): unknown };
type PolicyFactory = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy };

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;

/** Created at load, because the CSP allows the name once per thread; absent where the browser has no Trusted Types. */
const policy = factory?.createPolicy('oneclaw', { createScriptURL: requireSameOrigin });

/** A script URL that `new Worker` and `serviceWorker.register` accept under `require-trusted-types-for 'script'`. */
export function trustedScriptUrl(url: string): string {
  // The DOM types know only strings here; the browser wants the TrustedScriptURL object itself.
  return (policy ? policy.createScriptURL(url) : requireSameOrigin(url)) as string;
}

function requireSameOrigin(url: string): string {
  const { origin } = globalThis.location;
  if (new URL(url, globalThis.location.href).origin === origin) return url;
  throw new TypeError(`Scripts may only be loaded from ${origin}.`);
}
