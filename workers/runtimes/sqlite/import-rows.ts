/** `.import`: imports rows of a text file into a table; a missing table is created from the first row. */
import type { SqliteSession } from './session.ts';

type Import = { path: string; table: string; separator: string; skip: number };

export async function importRows(
  session: SqliteSession,
  { path, table, separator, skip }: Import,
): Promise<void> {
  if ((await session.files.size(path)) === undefined) throw new Error(`cannot open "${path}"`);
  const text = new TextDecoder().decode(await session.files.read(path));
  const rows = [...readRows(text, separator)].slice(skip);
  const name = `"${table.replaceAll('"', '""')}"`;
  const columns = () => session.select('SELECT name FROM pragma_table_info(?)', [table]).length;
  if (columns() === 0) {
    const first = rows.shift();
    if (!first) throw new Error(`${path} is empty`);
    const fields = first.cells.map((cell) => `"${cell.replaceAll('"', '""')}" TEXT`).join(', ');
    session.select(`CREATE TABLE ${name}(\n${fields})`);
  }
  const count = columns();
  const values = rows.map(({ cells, line }) => {
    const warning = `${path}:${line}: expected ${count} columns but found ${cells.length} - `;
    if (cells.length < count) session.warn(`${warning}filling the rest with NULL\n`);
    if (cells.length > count) session.warn(`${warning}extras ignored\n`);
    return Array.from({ length: count }, (_, at) => cells[at] ?? null);
  });
  session.insert(`INSERT INTO ${name} VALUES(${Array(count).fill('?').join(',')})`, values);
}

/** Parses CSV (RFC 4180) with any separator; a quoted field may contain line breaks. */
function* readRows(text: string, separator: string): Generator<{ cells: string[]; line: number }> {
  let line = 1;
  let at = 0;
  while (at < text.length) {
    const cells: string[] = [];
    const begun = line;
    for (;;) {
      const field = readField(text, at, separator);
      cells.push(field.value);
      line += text.slice(at, field.end).split('\n').length - 1;
      at = field.end + separator.length;
      if (!text.startsWith(separator, field.end)) {
        at = field.end;
        break;
      }
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line++;
    yield { cells, line: begun };
  }
}

function readField(text: string, begin: number, separator: string): { value: string; end: number } {
  if (text[begin] === '"') {
    let at = begin + 1;
    while (at < text.length && !(text[at] === '"' && text[at + 1] !== '"')) at += text[at] === '"' ? 2 : 1;
    return { value: text.slice(begin + 1, at).replaceAll('""', '"'), end: Math.min(text.length, at + 1) };
  }
  const ends = [text.indexOf(separator, begin), text.indexOf('\n', begin)].filter((end) => end >= 0);
  let end = Math.min(text.length, ...ends);
  if (text[end] === '\n' && text[end - 1] === '\r' && end > begin) end--;
  return { value: text.slice(begin, end), end };
}
