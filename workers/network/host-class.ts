/**
 * Classifies hostnames as public or private by the name alone; a public name may still resolve to a private
 * address.
 */
import { isPrivateName } from '#shared/private-names.ts';

export type HostClass = 'public' | 'private';

/** Public DNS names that resolve to a loopback or private address. */
const loopbackServices = ['localtest.me', 'lvh.me', 'nip.io', 'sslip.io', 'xip.io', 'vcap.me'];

/** `hostname` as in `URL.hostname`: lower case, numbers normalised to IPv4, IPv6 in brackets. */
export async function classifyHost(hostname: string): Promise<HostClass> {
  // ipaddr.js maintains the special ranges of RFC 1918, 4193, 6598 and others; loaded at the first request.
  const { default: ipaddr } = await import('ipaddr.js');
  const name = hostname.replace(/\.+$/, '').replace(/^\[|\]$/g, '');
  // The deprecated IPv4-compatible range ::/96, which the library classifies as public.
  if (/^::[\da-f]{1,4}(:[\da-f]{1,4})?$/.test(name)) return 'private';
  if (ipaddr.isValid(name)) return ipaddr.process(name).range() === 'unicast' ? 'public' : 'private';
  if (isPrivateName(name)) return 'private';
  const matches = (suffix: string) => name === suffix || name.endsWith(`.${suffix}`);
  return ['localhost', ...loopbackServices].some(matches) ? 'private' : 'public';
}
