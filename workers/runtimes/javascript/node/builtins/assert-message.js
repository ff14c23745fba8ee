/* The messages of an `AssertionError`, in the words of Node. */
const { inspect } = require('util');
const { diffOf } = require('./assert-diff.js');

const headings = {
  deepStrictEqual: 'Expected values to be strictly deep-equal:',
  strictEqual: 'Expected values to be strictly equal:',
  strictEqualObject: 'Expected "actual" to be reference-equal to "expected":',
  deepEqual: 'Expected values to be loosely deep-equal:',
  notDeepStrictEqual: 'Expected "actual" not to be strictly deep-equal to:',
  notStrictEqual: 'Expected "actual" to be strictly unequal to:',
  notDeepEqual: 'Expected "actual" not to be loosely deep-equal to:',
};

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

const unlike = ['notStrictEqual', 'notDeepStrictEqual', 'notDeepEqual'];
const describeUnlike = (actual, operator) => {
  const shown = inspect(actual);
  const isDeep = operator !== 'notStrictEqual';
  const gap = isDeep || shown.includes('\n') ? '\n\n' : ' ';
  return `${headings[operator]}${gap}${shown}${isDeep ? '\n' : ''}`;
};
/* Undefined if the values need a difference by lines. */
const describeSimple = (actual, expected) => {
  if (isObject(actual) || isObject(expected)) return undefined;
  const line = `${inspect(actual)} !== ${inspect(expected)}`;
  const areLong = typeof actual === 'string' && typeof expected === 'string' && line.length > 20;
  return line.includes('\n') || line.length > 80 || areLong ? undefined : line;
};
/* `message`: of the caller, in place of the heading. */
const messageOf = ({ actual, expected, operator, message }) => {
  if (operator === '==' || operator === '!=') return `${inspect(actual)} ${operator} ${inspect(expected)}`;
  if (unlike.includes(operator)) return describeUnlike(actual, operator);
  if (operator === 'deepEqual')
    return `${headings.deepEqual}\n\n${inspect(actual)}\n\nshould loosely deep-equal\n\n${inspect(expected)}`;
  const simple = operator === 'strictEqual' ? describeSimple(actual, expected) : undefined;
  if (simple) return `${message ?? headings.strictEqual}\n\n${simple}\n`;
  const areObjects = operator === 'strictEqual' && isObject(actual) && isObject(expected);
  const heading = areObjects ? 'strictEqualObject' : operator;
  return `${message ?? headings[heading] ?? 'Failed'}\n${diffOf(actual, expected)}`;
};

module.exports = { isObject, messageOf };
