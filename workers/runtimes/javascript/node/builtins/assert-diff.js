/* The difference of two values as lines, as Node shows it. */
const { inspect } = require('util');
const { quote } = inner;

/* Maximum lines of a value that are compared. */
const most = 500;
const isObject = (value) => typeof value === 'object' && value !== null;
const nameOf = (key) =>
  typeof key === 'symbol' ? `[${String(key)}]` : /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key);

const isPlain = (value) =>
  !isObject(value) || [Error, Date, RegExp, Promise].some((each) => value instanceof each);
const isList = (value) => Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
const isCounted = (value) => isList(value) || value instanceof Set || value instanceof Map;
const headOf = (value) => {
  if (Object.getPrototypeOf(value) === null) return '[Object: null prototype] ';
  const name = value.constructor?.name;
  if (name === 'Object' || name === 'Array') return '';
  return isCounted(value) ? `${name}(${value.size ?? value.length}) ` : `${name} `;
};

/* A member on each line, with the names in order. */
const linesOf = (value, seen = []) => {
  if (typeof value === 'string') return quote(value).split('\n');
  if (isPlain(value)) return inspect(value).split('\n');
  if (seen.includes(value)) return ['[Circular *1]'];
  const members = membersOf(value, (each) => linesOf(each, [...seen, value]));
  const [open, close] = isList(value) ? '[]' : '{}';
  if (members.length === 0) return [`${headOf(value)}${open}${close}`];
  const inner = members.flatMap((lines, at) => {
    const end = at < members.length - 1 ? ',' : '';
    return lines.map((line, index) => `  ${line}${index === lines.length - 1 ? end : ''}`);
  });
  return [`${headOf(value)}${open}`, ...inner, close];
};
const membersOf = (value, inside) => {
  const named = (name, each) => inside(each).map((line, at) => (at === 0 ? `${name}${line}` : line));
  const members = [];
  if (value instanceof Map)
    members.push(...Array.from(value, ([key, each]) => named(`${inspect(key)} => `, each)));
  else if (isCounted(value)) members.push(...Array.from(value, inside));
  const isShown = (key) => isEnumerable(value, key) && !(isList(value) && /^\d+$/.test(String(key)));
  const keys = Reflect.ownKeys(value).filter(isShown);
  keys.sort((one, other) => (String(one) < String(other) ? -1 : 1));
  return [...members, ...keys.map((key) => named(`${nameOf(key)}: `, value[key]))];
};
const isEnumerable = (value, key) => Object.prototype.propertyIsEnumerable.call(value, key);

/* By the table of the lengths of common subsequences. A comma at the end of a line is no difference. */
const changesOf = (one, other) => {
  const plain = (line) => line.replace(/,$/, '');
  const isSame = (i, j) => plain(one[i]) === plain(other[j]);
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let i = one.length - 1; i >= 0; i--)
    for (let j = other.length - 1; j >= 0; j--)
      lengths[i][j] = isSame(i, j)
        ? lengths[i + 1][j + 1] + 1
        : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
  const lines = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    if (i < one.length && j < other.length && isSame(i, j)) {
      const [mine, theirs] = [one[i++], other[j++]];
      lines.push(`  ${mine.length > theirs.length ? mine : theirs}`);
    } else if (i < one.length && (j === other.length || lengths[i + 1][j] >= lengths[i][j + 1]))
      lines.push(`+ ${one[i++]}`);
    else lines.push(`- ${other[j++]}`);
  }
  return lines;
};

/* Runs of unchanged lines are cut to those beside a change. */
const shorten = (lines) => {
  const isNear = (at) => lines.slice(Math.max(0, at - 5), at + 6).some((line) => !line.startsWith(' '));
  const shown = [];
  for (const [at, line] of lines.entries()) {
    if (isNear(at)) shown.push(line);
    else if (shown.at(-1) !== '...') shown.push('...');
  }
  return shown;
};

exports.diffOf = (actual, expected) => {
  const [one, other] = [actual, expected].map((value) => linesOf(value).slice(0, most));
  const lines = shorten(changesOf(one, other));
  const skipped = lines.includes('...') ? '\n... Skipped lines' : '';
  return `+ actual - expected${skipped}\n\n${lines.join('\n')}`;
};
