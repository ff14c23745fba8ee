/* `node:crypto`: hashes and random values. */
const { ask, bufferOf } = inner;
const { Buffer } = require('buffer');

const bytesOf = (data, encoding) =>
  typeof data === 'string'
    ? Buffer.from(data, encoding)
    : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
class Hash {
  constructor(name, key) {
    Object.assign(this, { name: String(name).toLowerCase().replace('-', ''), key, parts: [] });
    // Throws for an unknown name.
    this.finish([]);
  }
  update(data, encoding) {
    this.parts.push(bytesOf(data, encoding));
    return this;
  }
  digest(encoding) {
    const made = this.finish(this.parts);
    return encoding ? made.toString(encoding) : made;
  }
  finish(parts) {
    return Buffer.from(
      ask(
        'hash',
        this.name,
        bufferOf(Buffer.concat(parts)),
        this.key === undefined ? null : bufferOf(this.key),
      ),
    );
  }
}
exports.createHash = (name) => new Hash(name);
exports.createHmac = (name, key) => new Hash(name, bytesOf(key));
exports.hash = (name, data, encoding = 'hex') => new Hash(name).update(data).digest(encoding);
exports.getHashes = () => ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'];
exports.randomUUID = () => crypto.randomUUID();
exports.randomBytes = (size) => Buffer.from(ask('random', size));
exports.getRandomValues = (array) => crypto.getRandomValues(array);
exports.randomInt = (from, to) => {
  const [low, high] = to === undefined ? [0, from] : [from, to];
  return low + Math.floor((Buffer.from(ask('random', 6)).readUIntBE(0, 6) / 2 ** 48) * (high - low));
};
exports.timingSafeEqual = (one, other) => {
  if (one.byteLength !== other.byteLength)
    throw Object.assign(new RangeError('Input buffers must have the same byte length'), {
      code: 'ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH',
    });
  return Buffer.compare(Buffer.from(one), Buffer.from(other)) === 0;
};
exports.webcrypto = crypto;
