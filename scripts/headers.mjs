/**
 * Reads `_headers` as static hosts do: all matching rules apply, equal names are joined, `! Name` removes a
 * header.
 */

/** @typedef {{ pattern: RegExp, headers: [string, string][], without: string[] }} HeaderRule */

/** @param {string} text @returns {HeaderRule[]} */
export function parseHeaders(text) {
  /** @type {HeaderRule[]} */
  const rules = [];
  for (const line of text.split('\n')) {
    if (!line.trim() || line.startsWith('#')) continue;
    if (!/^\s/.test(line)) {
      const source = line
        .trim()
        .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
        .replaceAll('*', '.*');
      rules.push({ pattern: new RegExp(`^${source}$`), headers: [], without: [] });
      continue;
    }
    const taken = /^\s+!\s*(\S+)\s*$/.exec(line)?.[1];
    if (taken) {
      rules.at(-1)?.without.push(taken);
      continue;
    }
    const at = line.indexOf(':');
    rules.at(-1)?.headers.push([line.slice(0, at).trim(), line.slice(at + 1).trim()]);
  }
  return rules;
}

/** @param {HeaderRule[]} rules @param {string} path @returns {Record<string, string>} */
export function headersFor(rules, path) {
  /** @type {Record<string, string>} */
  const headers = {};
  for (const { pattern, headers: own, without } of rules) {
    if (!pattern.test(path)) continue;
    for (const name of without) delete headers[name];
    for (const [name, value] of own) headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}
