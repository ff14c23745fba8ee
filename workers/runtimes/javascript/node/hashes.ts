/** The hashes of `node:crypto`. */
// Audited hashes, synchronous unlike those of the browser.
import { hmac } from '@noble/hashes/hmac.js';
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512 } from '@noble/hashes/sha2.js';
import type { HostValue } from '../bridge.ts';
import { CodeError } from './fs-error.ts';

const hashes = { md5, sha1, sha224, sha256, sha384, sha512 };
const isHash = (name: unknown): name is keyof typeof hashes =>
  typeof name === 'string' && Object.hasOwn(hashes, name);

/** `key`: bytes for an HMAC, or null. */
export function hash(name: HostValue, data: HostValue, key: HostValue): ArrayBuffer {
  if (!isHash(name))
    throw new CodeError(
      'ERR_OSSL_EVP_UNSUPPORTED',
      `There are the hashes ${Object.keys(hashes).join(', ')}.`,
    );
  const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : new Uint8Array();
  const made =
    key instanceof ArrayBuffer ? hmac(hashes[name], new Uint8Array(key), bytes) : hashes[name](bytes);
  return made.slice().buffer;
}
