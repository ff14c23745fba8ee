/**
 * An encrypted backup can be read only with its passphrase; changed, moved and missing chunks are detected.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEncryption, openEncrypted } from '#workers/domains/backup/encrypted-file.ts';
import { exported, filled, value } from '#tests/fixtures/worlds/backup-contents.ts';
import { createBackupWorld } from '#tests/fixtures/worlds/backup-world.ts';

const headerBytes = 39;
const chunk = 64 * 1024;
const sealed = chunk + 16;
const silent = () => ({ add: () => undefined, end: () => undefined });
const passphrase = 'correct horse battery';

function bytesOf(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 8)) % 256);
}

/** Encrypts with a low cost of key derivation, which is stored in the header. */
async function encrypt(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const encryption = await createEncryption(passphrase, silent, 2);
  const content = new Blob([bytes]).stream().pipeThrough(encryption);
  return new Uint8Array(await new Response(content).arrayBuffer());
}

async function faultOf(bytes: Uint8Array<ArrayBuffer>, words = passphrase): Promise<string> {
  try {
    const source = await openEncrypted(new Blob([bytes]), words, silent);
    await source.read(0, source.size);
    return 'none';
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown';
  }
}

describe('an encrypted backup', () => {
  it('is imported with its passphrase, and says what is missing without it', async () => {
    const from = await filled();
    const file = value(await from.backups.write(passphrase));
    expect(await file.text()).not.toContain('manifest');
    const to = await createBackupWorld();
    const locked = { ok: false, fault: { type: 'passphrase' } };
    expect(await to.backups.read(file)).toEqual(locked);
    expect(await to.backups.import(file, 'keep')).toEqual(locked);
    const wrong = { ok: false, fault: { type: 'wrong_passphrase' } };
    expect(await to.backups.read(file, `${passphrase} `)).toEqual(wrong);
    const plain = await exported(from);
    const { size, ...plan } = value(await (await createBackupWorld()).backups.read(plain));
    expect(value(await to.backups.read(file, passphrase))).toEqual({
      ...plan,
      size: { ...size, packed: file.size },
    });
    value(await to.backups.import(file, 'replace', passphrase));
    expect(to.memory.tree('workspace')).toEqual(from.memory.tree('workspace'));
    expect(new Set(to.progress.map(({ stage }) => stage))).toEqual(new Set(['key', 'checking', 'importing']));
  });

  it('is not written with a passphrase that is easily guessed', async () => {
    const { backups } = await createBackupWorld();
    expect(await backups.write('')).toEqual({ ok: false, fault: { type: 'short_passphrase' } });
  });

  it.each([0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk, 3 * chunk + 7])(
    'of %i bytes comes back, read at any place',
    async (length) => {
      const bytes = bytesOf(length);
      const source = await openEncrypted(new Blob([await encrypt(bytes)]), passphrase, silent);
      expect(source.size).toBe(length);
      await fc.assert(
        fc.asyncProperty(fc.nat({ max: length }), fc.nat({ max: length }), async (at, count) => {
          expect(Buffer.from(await source.read(at, count)).equals(bytes.subarray(at, at + count))).toBe(true);
        }),
        { numRuns: 20 },
      );
    },
  );

  it('is refused with chunks changed, swapped, repeated, left out or cut off', async () => {
    const bytes = await encrypt(bytesOf(3 * chunk + 7));
    const [header, ...chunks] = [
      bytes.subarray(0, headerBytes),
      ...[0, 1, 2, 3].map((at) => bytes.subarray(headerBytes + at * sealed, headerBytes + (at + 1) * sealed)),
    ];
    const joined = (...order: number[]) =>
      Uint8Array.from([...header, ...order.flatMap((at) => [...(chunks[at] ?? [])])]);
    expect(await faultOf(joined(0, 1, 2, 3))).toBe('none');
    for (const order of [
      [0, 2, 1, 3],
      [0, 1, 1, 3],
      [0, 1, 3],
      [0, 1, 2],
      [0, 1],
    ])
      expect(await faultOf(joined(...order)), String(order)).toBe('damaged');
    expect(await faultOf(joined(0))).toBe('wrong_passphrase');
    expect(await faultOf(bytes.slice(0, -1))).toBe('damaged');
    expect(await faultOf(bytes.slice(0, headerBytes))).toBe('damaged');
    const changed = bytes.slice();
    changed[headerBytes + sealed + 5] = (changed[headerBytes + sealed + 5] ?? 0) ^ 1;
    expect(await faultOf(changed)).toBe('damaged');
  });

  it('is refused with any byte of its header changed, without much work', async () => {
    const bytes = await encrypt(bytesOf(10));
    for (let at = 8; at < headerBytes; at++) {
      const changed = bytes.slice();
      changed[at] = (changed[at] ?? 0) ^ 0x80;
      expect(await faultOf(changed), `byte ${at}`).toBe(at < 16 ? 'newer' : 'wrong_passphrase');
    }
  });

  it('has another salt and other nonces each time', async () => {
    const [one, other] = [await encrypt(bytesOf(10)), await encrypt(bytesOf(10))];
    expect(one.subarray(16)).not.toEqual(other.subarray(16));
    expect(await faultOf(one, 'another passphrase')).toBe('wrong_passphrase');
  });
});
