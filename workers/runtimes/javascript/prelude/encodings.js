/* `TextEncoder`, `TextDecoder`, Base64 and `crypto`. */
({ host, define, bufferOf }) => {
  define(
    'TextEncoder',
    class TextEncoder {
      encoding = 'utf-8';
      encode(text = '') {
        return new Uint8Array(host('encode', String(text)));
      }
    },
  );
  define(
    'TextDecoder',
    class TextDecoder {
      encoding;
      constructor(encoding = 'utf-8') {
        this.encoding = encoding;
      }
      decode(bytes = new Uint8Array()) {
        return host('decode', this.encoding, bufferOf(bytes));
      }
    },
  );
  define('btoa', (text) => host('toBase64', String(text)));
  define('atob', (text) => host('fromBase64', String(text)));
  define('crypto', {
    randomUUID: () => host('uuid'),
    getRandomValues: (array) => {
      array.set(new array.constructor(host('random', array.byteLength)));
      return array;
    },
  });
};
