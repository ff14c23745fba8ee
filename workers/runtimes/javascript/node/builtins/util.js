/* `node:util`. */
const { inspect: show, format: fill, quote } = inner;

const custom = Symbol.for('nodejs.util.promisify.custom');
const tag = (value) => Object.prototype.toString.call(value).slice(8, -1);
const is = (name) => (value) => tag(value) === name;

const inspect = (value) => (typeof value === 'string' ? quote(value) : show(value));
const format = (...values) => fill(values);
inspect.custom = Symbol.for('nodejs.util.inspect.custom');

/* How Node's errors name a value: https://nodejs.org/api/errors.html#err_invalid_arg_type */
const describeReceived = (value) => {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'function') return `function ${value.name}`;
  if (typeof value === 'object')
    return value.constructor?.name ? `an instance of ${value.constructor.name}` : inspect(value);
  return `type ${typeof value} (${inspect(value)})`;
};

const promisify = (run) => {
  if (run[custom]) return run[custom];
  return function promisified(...values) {
    return new Promise((resolve, reject) => {
      run.call(this, ...values, (error, ...results) => (error ? reject(error) : resolve(results[0])));
    });
  };
};
promisify.custom = custom;

const callbackify = (run) =>
  function callbackified(...values) {
    const done = values.pop();
    run.apply(this, values).then(
      (value) => setTimeout(done, 0, null, value),
      (error) => setTimeout(done, 0, error),
    );
  };

const inherits = (made, parent) => {
  Object.defineProperty(made, 'super_', { value: parent, writable: true, configurable: true });
  Object.setPrototypeOf(made.prototype, parent.prototype);
};

const warned = new Set();
const deprecate = (run, message, code) =>
  function deprecated(...values) {
    if (!warned.has(message))
      console.error(`(node) ${code ? `[${code}] ` : ''}DeprecationWarning: ${message}`);
    warned.add(message);
    return new.target ? Reflect.construct(run, values, new.target) : run.apply(this, values);
  };

const typedArray = Object.getPrototypeOf(Uint8Array);
const types = {
  isDate: is('Date'),
  isRegExp: is('RegExp'),
  isMap: (value) => value instanceof Map,
  isSet: (value) => value instanceof Set,
  isWeakMap: (value) => value instanceof WeakMap,
  isWeakSet: (value) => value instanceof WeakSet,
  isPromise: (value) => value instanceof Promise,
  isNativeError: (value) => value instanceof Error,
  isTypedArray: (value) => value instanceof typedArray,
  isUint8Array: (value) => value instanceof Uint8Array,
  isArrayBuffer: (value) => value instanceof ArrayBuffer,
  isAnyArrayBuffer: (value) => value instanceof ArrayBuffer,
  isArrayBufferView: (value) => ArrayBuffer.isView(value),
  isAsyncFunction: is('AsyncFunction'),
  isGeneratorFunction: (value) => /GeneratorFunction$/.test(tag(value)),
  isGeneratorObject: is('Generator'),
  isBoxedPrimitive: (value) =>
    typeof value === 'object' && ['Number', 'String', 'Boolean', 'Symbol', 'BigInt'].includes(tag(value)),
  isProxy: () => false,
};

const stripVTControlCharacters = (text) =>
  String(text).replace(/\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007]*\u0007/g, '');

const styles = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  inverse: [7, 27],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
  white: [37, 39],
  gray: [90, 39],
  grey: [90, 39],
};
/* Without colours, as in a stream that is no terminal. */
const styleText = (format, text) => {
  for (const each of [format].flat())
    if (!Object.hasOwn(styles, each))
      throw Object.assign(
        new TypeError(
          `The argument 'format' must be one of: ${Object.keys(styles).join(', ')}. Received ${inspect(each)}`,
        ),
        { code: 'ERR_INVALID_ARG_VALUE' },
      );
  return String(text);
};

const { parseArgs } = require('./parse-args.js');
Object.assign(exports, { inspect, format, promisify, callbackify, inherits, deprecate, types, parseArgs });
Object.assign(exports, {
  stripVTControlCharacters,
  styleText,
  TextEncoder,
  TextDecoder,
  isArray: Array.isArray,
});
exports.isDeepStrictEqual = (one, other) => require('./deep-equal.js').isDeepEqual(one, other, true);
exports.debuglog = () => Object.assign(() => {}, { enabled: false });
exports.toUSVString = (text) => String(text).toWellFormed();
Object.defineProperty(exports, 'describeReceived', { value: describeReceived });
