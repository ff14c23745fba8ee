/* Deep comparison: https://nodejs.org/api/assert.html#comparison-details_1 */
const tag = (value) => Object.prototype.toString.call(value);
const keysOf = (value) =>
  Reflect.ownKeys(value).filter((key) => Object.prototype.propertyIsEnumerable.call(value, key));
const isObject = (value) => typeof value === 'object' && value !== null;

const isDeepEqual = (one, other, strict, seen = new Map()) => {
  if (strict ? Object.is(one, other) : one == other || (one !== one && other !== other)) return true;
  if (!isObject(one) || !isObject(other)) return false;
  if (strict && Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  if (tag(one) !== tag(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  if (seen.get(one) === other) return true;
  seen.set(one, other);
  const same = (a, b) => isDeepEqual(a, b, strict, seen);
  const equal = hasSameContent(one, other, same) && hasSameKeys(one, other, same, strict);
  seen.delete(one);
  return equal;
};

const boxes = ['Number', 'String', 'Boolean', 'BigInt', 'Symbol'].map((name) => `[object ${name}]`);
/* By the kind of both values: whether what they hold beside their own properties is the same. */
const contents = [
  [Date, (one, other) => Object.is(one.getTime(), other.getTime())],
  [RegExp, (one, other) => String(one) === String(other) && one.lastIndex === other.lastIndex],
  [
    Error,
    (one, other, same) => ['message', 'name', 'cause', 'errors'].every((key) => same(one[key], other[key])),
  ],
  [ArrayBuffer, (one, other, same) => same(new Uint8Array(one), new Uint8Array(other))],
  [Array, (one, other) => one.length === other.length],
  [
    Set,
    (one, other, same) =>
      one.size === other.size && matches([...one], [...other], (value) => other.has(value), same),
  ],
  [
    Map,
    (one, other, same) =>
      one.size === other.size &&
      matches([...one], [...other], ([key, value]) => other.has(key) && same(value, other.get(key)), same),
  ],
  [WeakMap, () => false],
  [WeakSet, () => false],
  [Promise, () => false],
];
const hasSameContent = (one, other, same) => {
  if (ArrayBuffer.isView(one)) return one.byteLength === other.byteLength && one.length === other.length;
  if (boxes.includes(tag(one))) return Object.is(one.valueOf(), other.valueOf());
  const [, compare] = contents.find(([kind]) => one instanceof kind) ?? [];
  return compare?.(one, other, same) ?? true;
};

/* Members of sets and maps in any order; objects are compared with each other. */
const matches = (members, others, isThere, same) => {
  const left = [...others];
  return members.every((each) => {
    if (isThere(each)) return true;
    const at = left.findIndex((other) => same(each, other));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
};

const hasSameKeys = (one, other, same, strict) => {
  const pick = (value) => keysOf(value).filter((key) => strict || typeof key === 'string');
  const [keys, others] = [pick(one), pick(other)];
  return (
    keys.length === others.length &&
    keys.every((key) => Object.prototype.propertyIsEnumerable.call(other, key) && same(one[key], other[key]))
  );
};

exports.isDeepEqual = isDeepEqual;
