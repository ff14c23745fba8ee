/* `node:querystring`. */
const decode = (text) => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};
exports.escape = encodeURIComponent;
exports.unescape = decode;
exports.parse = (text, separator = '&', sign = '=') => {
  const values = Object.create(null);
  for (const part of String(text).split(separator).filter(Boolean)) {
    const [name, ...rest] = part.split(sign);
    const [key, value] = [decode(name), decode(rest.join(sign))];
    values[key] = key in values ? [values[key], value].flat() : value;
  }
  return values;
};
exports.stringify = (values, separator = '&', sign = '=') =>
  Object.entries(values ?? {})
    .flatMap(([name, value]) =>
      [value].flat().map((each) => `${encodeURIComponent(name)}${sign}${encodeURIComponent(each ?? '')}`),
    )
    .join(separator);
exports.decode = exports.parse;
exports.encode = exports.stringify;
