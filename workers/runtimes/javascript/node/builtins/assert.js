/* `node:assert`, with the messages of Node. */
const { inspect, describeReceived } = require('util');
const { isDeepEqual } = require('./deep-equal.js');
const { isObject, messageOf } = require('./assert-message.js');

class AssertionError extends Error {
  constructor(options) {
    const { message, actual, expected, operator } = options;
    const isCompared = operator === 'strictEqual' || operator === 'deepStrictEqual';
    super(message === undefined || isCompared ? messageOf(options) : message);
    this.generatedMessage = message === undefined;
    this.code = 'ERR_ASSERTION';
    Object.assign(this, { actual, expected, operator });
    Object.defineProperty(this, 'name', { value: 'AssertionError', configurable: true, writable: true });
  }
  toString() {
    return `${this.name} [${this.code}]: ${this.message}`;
  }
}

const fail = (options, message) => {
  if (message instanceof Error) throw message;
  throw new AssertionError({ ...options, ...(message === undefined ? {} : { message }) });
};
const wrongType = (name, expected, value) =>
  Object.assign(
    new TypeError(`The "${name}" argument must be ${expected}. Received ${describeReceived(value)}`),
    {
      code: 'ERR_INVALID_ARG_TYPE',
    },
  );

const check = (isRight, operator) =>
  function (...values) {
    if (values.length < 2)
      throw Object.assign(new TypeError('The "actual" and "expected" arguments must be specified'), {
        code: 'ERR_MISSING_ARGS',
      });
    const [actual, expected, message] = values;
    if (!isRight(actual, expected)) fail({ actual, expected, operator }, message);
  };

const ok = (...values) => {
  const [value, message] = values;
  if (value) return;
  const text =
    values.length === 0
      ? 'No value argument passed to `assert.ok()`'
      : 'The expression evaluated to a falsy value';
  fail(
    {
      actual: value,
      expected: true,
      operator: '==',
      message: message ?? `${text}${values.length === 0 ? '' : `: ${inspect(value)}`}`,
    },
    message,
  );
};
const assert = (...values) => ok(...values);

/* Whether a thrown error is the expected one: https://nodejs.org/api/assert.html#assertthrowsfn-error-message */
const compareError = (thrown, expected, message, operator) => {
  if (expected === undefined) return;
  if (typeof expected !== 'function' && !isObject(expected))
    throw wrongType('expected', 'of type function or an instance of Error, RegExp, or Object', expected);
  const refuse = (text) =>
    fail(
      { actual: thrown, expected, operator, message: message ?? text },
      message instanceof Error ? message : undefined,
    );
  if (expected instanceof RegExp) {
    if (!expected.test(String(thrown)))
      refuse(
        `The input did not match the regular expression ${expected}. Input:\n\n${inspect(String(thrown))}\n`,
      );
    return;
  }
  if (typeof expected !== 'function') return compareMembers(thrown, expected, message, operator);
  if (expected.prototype !== undefined && thrown instanceof expected) return;
  if (Error.isPrototypeOf(expected) || expected === Error)
    return refuse(
      `The error is expected to be an instance of "${expected.name}". Received ${thrown instanceof Error ? `"${thrown.constructor.name}"` : `"${describeReceived(thrown)}"`}${thrown instanceof Error ? `\n\nError message:\n\n${thrown.message}` : ''}`,
    );
  if (expected.call({}, thrown) !== true)
    refuse(
      `The ${expected.name ? `"${expected.name}" ` : ''}validation function is expected to return "true". Received ${inspect(expected.call({}, thrown))}\n\nCaught error:\n\n${thrown}`,
    );
};
const compareMembers = (thrown, expected, message, operator) => {
  const keys = Object.keys(expected);
  if (expected instanceof Error) keys.push('name', 'message');
  else if (keys.length === 0)
    throw Object.assign(new TypeError(`The argument 'error' may not be an empty object. Received {}`), {
      code: 'ERR_INVALID_ARG_VALUE',
    });
  const fits = (key) => {
    const [one, other] = [thrown?.[key], expected[key]];
    return (
      (typeof one === 'string' && other instanceof RegExp && other.test(one)) ||
      (isObject(thrown) && key in thrown && isDeepEqual(one, other, true))
    );
  };
  if (keys.every(fits)) return;
  const pick = (from) =>
    Object.fromEntries(keys.filter((key) => isObject(from) && key in from).map((key) => [key, from[key]]));
  if (message !== undefined) fail({ actual: thrown, expected, operator, message }, message);
  fail({
    actual: thrown,
    expected,
    operator,
    message: `${headings.deepStrictEqual}\n${diffOf(pick(thrown), pick(expected))}`,
  });
};

const wanted = (expected, message) => {
  if (typeof expected === 'string' && message === undefined) return [undefined, expected];
  return [expected, message];
};
const describeMissing = (kind, expected, message) => {
  const name = typeof expected === 'function' && expected.name ? ` (${expected.name})` : '';
  return `Missing expected ${kind}${name}${message ? `: ${message}` : '.'}`;
};
const judge = (state, [expected, message], operator, kind) => {
  if (!state.hasThrown)
    fail(
      { actual: undefined, expected, operator, message: describeMissing(kind, expected, message) },
      message instanceof Error ? message : undefined,
    );
  if (typeof message === 'string' && expected === undefined && state.error?.message === message)
    throw Object.assign(
      new TypeError(
        `The "error/message" argument is ambiguous. The error message "${message}" is identical to the message.`,
      ),
      { code: 'ERR_AMBIGUOUS_ARGUMENT' },
    );
  compareError(state.error, expected, message, operator);
};
const judgeNot = (state, [expected, message], operator, kind) => {
  if (!state.hasThrown) return;
  if (
    expected !== undefined &&
    !(expected instanceof RegExp ? expected.test(String(state.error)) : state.error instanceof expected)
  )
    throw state.error;
  fail({
    actual: state.error,
    expected,
    operator,
    message: `Got unwanted ${kind}${message ? `: ${message}` : '.'}\nActual message: "${state.error?.message}"`,
  });
};
const attempt = (run) => {
  if (typeof run !== 'function') throw wrongType('fn', 'of type function', run);
  try {
    run();
    return { hasThrown: false };
  } catch (error) {
    return { hasThrown: true, error };
  }
};
const attemptLater = async (given) => {
  const promise = typeof given === 'function' ? given() : given;
  if (typeof promise?.then !== 'function')
    throw typeof given === 'function'
      ? Object.assign(
          new TypeError(
            `Expected instance of Promise to be returned from the "promiseFn" function but got ${describeReceived(promise)}.`,
          ),
          { code: 'ERR_INVALID_RETURN_VALUE' },
        )
      : wrongType('promiseFn', 'of type function or an instance of Promise', given);
  try {
    await promise;
    return { hasThrown: false };
  } catch (error) {
    return { hasThrown: true, error };
  }
};

/* Each member of `expected` is in `actual`. */
const isPart = (actual, expected) => {
  if (!isObject(expected) || !isObject(actual)) return Object.is(actual, expected);
  if (Array.isArray(expected)) {
    let at = 0;
    return (
      Array.isArray(actual) &&
      expected.every((each) => {
        while (at < actual.length && !isPart(actual[at], each)) at++;
        return at++ < actual.length;
      })
    );
  }
  if (expected instanceof Set)
    return (
      actual instanceof Set &&
      [...expected].every((each) => actual.has(each) || [...actual].some((one) => isPart(one, each)))
    );
  if (expected instanceof Map)
    return (
      actual instanceof Map &&
      [...expected].every(([key, value]) => actual.has(key) && isPart(actual.get(key), value))
    );
  if (expected.constructor !== Object && expected.constructor !== undefined)
    return isDeepEqual(actual, expected, true);
  return Reflect.ownKeys(expected).every((key) => key in actual && isPart(actual[key], expected[key]));
};

const shared = {
  ok,
  fail: (message = 'Failed') =>
    fail(
      { operator: 'fail', message: message instanceof Error ? undefined : message },
      message instanceof Error ? message : undefined,
    ),
  throws: (run, ...more) => judge(attempt(run), wanted(...more), 'throws', 'exception'),
  doesNotThrow: (run, ...more) => judgeNot(attempt(run), wanted(...more), 'doesNotThrow', 'exception'),
  rejects: async (given, ...more) =>
    judge(await attemptLater(given), wanted(...more), 'rejects', 'rejection'),
  doesNotReject: async (given, ...more) =>
    judgeNot(await attemptLater(given), wanted(...more), 'doesNotReject', 'rejection'),
  ifError: (value) => {
    if (value === null || value === undefined) return;
    fail({
      actual: value,
      expected: null,
      operator: 'ifError',
      message: `ifError got unwanted exception: ${value instanceof Error ? value.message : inspect(value)}`,
    });
  },
  match: (value, pattern, message) => {
    if (!(pattern instanceof RegExp)) throw wrongType('regexp', 'an instance of RegExp', pattern);
    if (typeof value === 'string' && pattern.test(value)) return;
    const text =
      typeof value === 'string'
        ? `The input did not match the regular expression ${inspect(pattern)}. Input:\n\n${inspect(value)}\n`
        : `The "string" argument must be of type string. Received ${describeReceived(value)}`;
    fail({ actual: value, expected: pattern, operator: 'match', message: message ?? text }, message);
  },
  doesNotMatch: (value, pattern, message) => {
    if (!(pattern instanceof RegExp)) throw wrongType('regexp', 'an instance of RegExp', pattern);
    if (typeof value === 'string' && !pattern.test(value)) return;
    fail(
      {
        actual: value,
        expected: pattern,
        operator: 'doesNotMatch',
        message:
          message ??
          `The input was expected to not match the regular expression ${inspect(pattern)}. Input:\n\n${inspect(value)}\n`,
      },
      message,
    );
  },
  partialDeepStrictEqual: check(isPart, 'partialDeepStrictEqual'),
};
const looseEqual = (one, other) => one == other || (one !== one && other !== other);
const strictOnes = {
  strictEqual: check(Object.is, 'strictEqual'),
  notStrictEqual: check((one, other) => !Object.is(one, other), 'notStrictEqual'),
  deepStrictEqual: check((one, other) => isDeepEqual(one, other, true), 'deepStrictEqual'),
  notDeepStrictEqual: check((one, other) => !isDeepEqual(one, other, true), 'notDeepStrictEqual'),
};
Object.assign(assert, shared, strictOnes, {
  AssertionError,
  equal: check(looseEqual, '=='),
  notEqual: check((one, other) => !looseEqual(one, other), '!='),
  deepEqual: check((one, other) => isDeepEqual(one, other, false), 'deepEqual'),
  notDeepEqual: check((one, other) => !isDeepEqual(one, other, false), 'notDeepEqual'),
});
const strict = (...values) => ok(...values);
Object.assign(strict, assert, {
  equal: assert.strictEqual,
  notEqual: assert.notStrictEqual,
  deepEqual: assert.deepStrictEqual,
  notDeepEqual: assert.notDeepStrictEqual,
});
assert.strict = strict.strict = strict;
module.exports = assert;
