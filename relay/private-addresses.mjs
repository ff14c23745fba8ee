/** Recognises IP addresses that are not part of the public internet. */
import { BlockList, isIP } from 'node:net';

/** @param {'ipv4' | 'ipv6'} family @param {string} text */
function ranges(family, text) {
  const list = new BlockList();
  for (const [net = '', bits] of text.split(' ').map((each) => each.split('/')))
    list.addSubnet(net, Number(bits), family);
  return list;
}

/** Special-purpose addresses of the registries of RFC 6890, multicast and reserved ones. */
const privateV4 = ranges(
  'ipv4',
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3',
);
const globalV6 = ranges('ipv6', '2000::/3');
/** Exceptions within `globalV6`: Teredo and other protocols, documentation, 6to4. */
const privateV6 = ranges('ipv6', '2001::/23 2001:db8::/32 2002::/16 3fff::/20');

/** @param {string} address */
export const isPrivate = (address) =>
  isIP(address) === 4
    ? privateV4.check(address)
    : !globalV6.check(address, 'ipv6') || privateV6.check(address, 'ipv6');
