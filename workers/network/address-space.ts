/**
 * Declares the expected address space of a request (Local Network Access,
 * https://wicg.github.io/local-network-access/): the browser fails the request before sending a byte if the
 * host, or a redirect, resolves to another address space.
 */

type AddressSpace = 'public' | 'local' | 'loopback';
export type SpacedInit = RequestInit & { targetAddressSpace?: AddressSpace };

/**
 * The address space of an IP literal or localhost; undefined for public addresses and other names, which must
 * be resolved first.
 */
export function literalSpace(hostname: string): 'local' | 'loopback' | undefined {
  const host = hostname.replace(/\.$/, '');
  if (/^(.+\.)?localhost$|^127\.\d+\.\d+\.\d+$|^\[::1\]$/.test(host)) return 'loopback';
  const isLocal =
    /^(10\.\d+|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.\d+\.\d+$/;
  return isLocal.test(host) || /^\[f(?:[cd][\da-f]|e[89ab])[\da-f]:/.test(host) ? 'local' : undefined;
}

/**
 * Adds the address space of an IP literal to `init`, unless it already has one. Removes the option if the
 * browser does not support it.
 */
export function withAddressSpace(input: string | URL | Request, init: SpacedInit = {}): SpacedInit {
  const { targetAddressSpace, ...rest } = init;
  const url = input instanceof Request ? input.url : String(input);
  const space = targetAddressSpace ?? (URL.canParse(url) ? literalSpace(new URL(url).hostname) : undefined);
  return space && isKnown(space) ? { ...rest, targetAddressSpace: space } : rest;
}

const known = new Map<AddressSpace, boolean>();

/** Chromium before version 142 had other names for address spaces, and throws for unknown ones. */
function isKnown(space: AddressSpace): boolean {
  let answer = known.get(space);
  if (answer === undefined) {
    answer = accepts({ targetAddressSpace: space });
    known.set(space, answer);
  }
  return answer;
}

function accepts(init: SpacedInit): boolean {
  try {
    return new Request('https://localhost/', init) instanceof Request;
  } catch {
    return false;
  }
}
