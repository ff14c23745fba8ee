/* Lays out the members of a value: on one line if it fits, else a line for each; and texts, names and stacks. */
() => {
  /* In the quotes that need no escapes, as in Node. */
  const quote = (text) => {
    const mark = ["'", '"', '`'].find((each) => !text.includes(each)) ?? "'";
    const body = JSON.stringify(text)
      .slice(1, -1)
      .replace(/\\(?:"|u00([0-9a-f]{2})|.)/g, (found, hex) => {
        if (hex) return `\\x${hex.toUpperCase()}`;
        return found === '\\"' ? '"' : found;
      });
    return mark + (mark === "'" ? body.replaceAll("'", "\\'") : body) + mark;
  };
  const nameOf = (key) => {
    if (typeof key === 'symbol') return `[${key.toString()}]`;
    return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key);
  };
  const wrap = (open, items, close, count, depth) => {
    if (count > items.length) items.push(`... ${count - items.length} more`);
    if (items.length === 0) return open + close;
    const line = `${open} ${items.join(', ')} ${close}`;
    if (line.length <= 76 && !line.includes('\n')) return open === '[' ? `[ ${items.join(', ')} ]` : line;
    const indent = '  '.repeat(depth + 1);
    return `${open}\n${indent}${items.join(`,\n${indent}`)}\n${'  '.repeat(depth)}${close}`;
  };
  /* The lines of the stack that are of scripts. A module that has changed is loaded again under its name with a number. */
  const framesOf = ({ stack }) =>
    (typeof stack === 'string' ? stack.trimEnd().split('\n') : [])
      .filter((line) => !/\(node:|\(native\)$|\(prelude\.js:/.test(line))
      .join('\n')
      .replace(/\?\d+(?=:\d)/g, '');
  return { nameOf, wrap, quote, framesOf };
};
