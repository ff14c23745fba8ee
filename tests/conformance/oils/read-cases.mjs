/** Reads the format of Oils' spec files, as its `test/sh_spec.py` does, with what bash is expected to do. */

/** @typedef {{ name: string, code: string, stdout: string | undefined, status: number }} Case */

const keyValue = /^##\s+(?:(?:OK(?:-\d)?|BUG(?:-\d)?|N-I)\s+([\w+/]+)\s+)?([\w-]+):\s*(.*)$/;

/** @param {string} text @returns {Case[]} None if the file does not compare with bash. */
export function readCases(text) {
  if (!/^## compare_shells:.*\bbash\b/m.test(text)) return [];
  /** @type {Map<string, number>} */
  const seen = new Map();
  return text
    .split(/^####/m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      const title = part.slice(0, end).trim();
      const times = (seen.get(title) ?? 0) + 1;
      seen.set(title, times);
      return readCase(times === 1 ? title : `${title} (${times})`, part.slice(end + 1));
    });
}

/** @param {string} name @param {string} text @returns {Case} */
function readCase(name, text) {
  /** @type {string[]} */
  const code = [];
  /** @type {Map<string, string>} */
  const values = new Map();
  /** The value of several lines that is being read. @type {string | undefined} */
  let open;
  let isCodeOver = false;
  for (const line of text.replace(/\n$/, '').split('\n')) {
    const found = keyValue.exec(line);
    if (found) {
      const [, shells, key = '', value = ''] = found;
      const isForBash = shells?.split('/').includes('bash') ?? false;
      const place = `${shells === undefined ? '' : isForBash ? 'bash ' : 'other '}${key.toLowerCase()}`;
      open = key === 'STDOUT' || key === 'STDERR' ? place : undefined;
      values.set(place, open ? '' : key === 'stdout' ? `${value}\n` : value);
      isCodeOver ||= code.length > 0 || key === 'code';
    } else if (/^##\s+END/.test(line)) open = undefined;
    else if (/^\s*#/.test(line)) continue;
    else if (open !== undefined) values.set(open, `${values.get(open)}${line}\n`);
    else if (!isCodeOver && (code.length > 0 || line.trim() !== '')) code.push(`${line}\n`);
  }
  return {
    name,
    code: values.get('code') ?? code.join(''),
    stdout: stdoutOf(values, 'bash ') ?? stdoutOf(values, ''),
    status: Number(values.get('bash status') ?? values.get('status') ?? 0),
  };
}

/** @param {Map<string, string>} values @param {string} prefix */
function stdoutOf(values, prefix) {
  const json = values.get(`${prefix}stdout-json`);
  return json === undefined ? values.get(`${prefix}stdout`) : /** @type {string} */ (JSON.parse(json));
}
