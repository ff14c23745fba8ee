/**
 * Encrypted backups. The file is a header and chunks, each encrypted with AES-256-GCM as in the STREAM construction
 * (Hoang, Reyhanitabar, Rogaway, Vizár: Online Authenticated-Encryption, 2015): the nonce is a random prefix, the number of
 * the chunk and whether it is the last one, so that chunks cannot be reordered, repeated or cut off. The header is
 * authenticated with every chunk.
 *
 * Header: 8 bytes `OCLAWENC`, version, log2 of N, r, p (1 byte each), 4 bytes chunk size, 16 bytes salt, 7 bytes nonce
 * prefix. Numbers are big-endian.
 */
import { encryptedMagic } from '#shared/rpc/encrypted-backup.ts';
import { BackupError } from './format.ts';
import type { BackupDeps } from './deps.ts';

/** OWASP's recommendation for scrypt (Password Storage Cheat Sheet): 128 MB of memory. */
const cost = { logN: 17, r: 8, p: 1 };
/** A file must not make a phone run out of memory: 256 MB. */
const maxLogN = 18;
const version = 1;
const chunkBytes = 64 * 1024;
const tagBytes = 16;
const headerBytes = 39;
/** A few are enough: zip.js reads mostly forward, apart from the directory at the end. */
const cachedChunks = 8;

type Bytes = Uint8Array<ArrayBuffer>;
type Header = { bytes: Bytes; logN: number; salt: Bytes; prefix: Bytes };
type Progress = BackupDeps['progress'];

/** Bytes at any place, as a zip reader needs them. */
export type RandomAccess = { size: number; read(at: number, length: number): Promise<Bytes> };

export async function isEncrypted(file: Blob): Promise<boolean> {
  return (await file.slice(0, encryptedMagic.length).text()) === encryptedMagic;
}

/** Encrypts what is written to it, one chunk at a time. */
export async function createEncryption(
  passphrase: string,
  progress: Progress,
  logN = cost.logN,
): Promise<TransformStream<Bytes, Bytes>> {
  const header = createHeader(logN);
  const key = await deriveKey(passphrase, header, progress);
  let number = 0;
  let rest = new Uint8Array();
  const encrypt = async (chunk: Bytes, isLast: boolean) =>
    new Uint8Array(await crypto.subtle.encrypt(parameters(header, number++, isLast), key, chunk));
  return new TransformStream({
    start: (controller) => controller.enqueue(header.bytes),
    async transform(piece, controller) {
      const all = join(rest, piece);
      let at = 0;
      // At least one byte stays for `flush`, which encrypts the last chunk.
      for (; all.length - at > chunkBytes; at += chunkBytes)
        controller.enqueue(await encrypt(all.slice(at, at + chunkBytes), false));
      rest = all.slice(at);
    },
    flush: async (controller) => controller.enqueue(await encrypt(rest, true)),
  });
}

/** Throws `wrong_passphrase` or `damaged`. Decrypts what is read, and checks the end of the file at once. */
export async function openEncrypted(
  file: Blob,
  passphrase: string,
  progress: Progress,
): Promise<RandomAccess> {
  const header = readHeader(new Uint8Array(await file.slice(0, headerBytes).arrayBuffer()));
  const body = file.size - headerBytes;
  const count = Math.ceil(body / (chunkBytes + tagBytes));
  const size = body - count * tagBytes;
  if (body < tagBytes || size < (count - 1) * chunkBytes) throw new BackupError('damaged');
  const key = await deriveKey(passphrase, header, progress);

  async function decrypt(number: number): Promise<Bytes> {
    const from = headerBytes + number * (chunkBytes + tagBytes);
    const sealed = await file.slice(from, from + chunkBytes + tagBytes).arrayBuffer();
    try {
      const isLast = number === count - 1;
      return new Uint8Array(await crypto.subtle.decrypt(parameters(header, number, isLast), key, sealed));
    } catch (error) {
      throw new BackupError(number === 0 ? 'wrong_passphrase' : 'damaged', undefined, error);
    }
  }

  const chunks = cached(decrypt);
  await chunks(0);
  await chunks(count - 1);
  return {
    size,
    async read(at, length) {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - at)));
      for (let done = 0; done < bytes.length;) {
        const place = at + done;
        const chunk = await chunks(Math.floor(place / chunkBytes));
        const piece = chunk.subarray(place % chunkBytes).subarray(0, bytes.length - done);
        bytes.set(piece, done);
        done += piece.length;
      }
      return bytes;
    },
  };
}

/** An LRU cache of decrypted chunks. */
function cached(decrypt: (number: number) => Promise<Bytes>): (number: number) => Promise<Bytes> {
  const known = new Map<number, Promise<Bytes>>();
  return (number) => {
    const chunk = known.get(number) ?? decrypt(number);
    known.delete(number);
    known.set(number, chunk);
    const [oldest] = known.keys();
    if (known.size > cachedChunks && oldest !== undefined) known.delete(oldest);
    return chunk;
  };
}

function createHeader(logN: number): Header {
  const bytes = new Uint8Array(headerBytes);
  bytes.set(new TextEncoder().encode(encryptedMagic));
  bytes.set([version, logN, cost.r, cost.p], 8);
  new DataView(bytes.buffer).setUint32(12, chunkBytes);
  crypto.getRandomValues(bytes.subarray(16));
  return readHeader(bytes);
}

function readHeader(bytes: Bytes): Header {
  if (bytes.length < headerBytes) throw new BackupError('damaged');
  const [format, logN = 0, r, p] = bytes.subarray(8, 12);
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12);
  const isKnown = format === version && size === chunkBytes && r === cost.r && p === cost.p;
  if (!isKnown || logN < 1 || logN > maxLogN) throw new BackupError('newer');
  return { bytes, logN, salt: bytes.slice(16, 32), prefix: bytes.slice(32, 39) };
}

async function deriveKey(passphrase: string, header: Header, begin: Progress): Promise<CryptoKey> {
  // @noble/hashes: scrypt without dependencies; WebCrypto has PBKDF2 alone, which graphics cards compute cheaply.
  const { scryptAsync } = await import('@noble/hashes/scrypt.js');
  const progress = begin('key', 100);
  let told = 0;
  const bytes = await scryptAsync(passphrase.normalize('NFKC'), header.salt, {
    ...{ N: 2 ** header.logN, r: cost.r, p: cost.p, dkLen: 32 },
    onProgress(share) {
      progress.add(share * 100 - told);
      told = share * 100;
    },
  });
  progress.end();
  const key = await crypto.subtle.importKey('raw', new Uint8Array(bytes), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ]);
  bytes.fill(0);
  return key;
}

function parameters({ bytes, prefix }: Header, number: number, isLast: boolean): AesGcmParams {
  const iv = new Uint8Array(12);
  iv.set(prefix);
  new DataView(iv.buffer).setUint32(7, number);
  iv[11] = isLast ? 1 : 0;
  return { name: 'AES-GCM', iv, additionalData: bytes };
}

function join(one: Bytes, other: Bytes): Bytes {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
