/* Lays out the members of a value: on one line if it fits, else a line for each. */
() => {
  const nameOf = (key) => {
    if (typeof key === 'symbol') return `[${key.toString()}]`;
    return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
  };
  const wrap = (open, items, close, count, depth) => {
    if (count > items.length) items.push(`... ${count - items.length} more`);
    if (items.length === 0) return open + close;
    const line = `${open} ${items.join(', ')} ${close}`;
    if (line.length <= 76 && !line.includes('\n')) return open === '[' ? `[ ${items.join(', ')} ]` : line;
    const indent = '  '.repeat(depth + 1);
    return `${open}\n${indent}${items.join(`,\n${indent}`)}\n${'  '.repeat(depth)}${close}`;
  };
  return { nameOf, wrap };
};
