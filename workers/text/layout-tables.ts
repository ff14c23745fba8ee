/** Finds layout tables: tables that contain another table, and rows outside a table. */

type Tag = { at: number; length: number; closes: boolean };
type Table = { tags: Tag[]; isLayout: boolean };

/** Replaces layout tables by `<div>`s, because a Markdown table cell cannot hold a whole page. */
export function replaceLayoutTables(html: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const { at, length, closes } of findLayoutTags(html)) {
    parts.push(html.slice(done, at), closes ? '</div>' : '<div>');
    done = at + length;
  }
  return parts.join('') + html.slice(done);
}

function findLayoutTags(html: string): Tag[] {
  const stray: Table = { tags: [], isLayout: true };
  const tables = [stray];
  const open: Table[] = [];
  for (const match of html.matchAll(/<(\/?)(table|thead|tbody|tfoot|tr|td|th)\b[^<>]*>/gi)) {
    const [text, slash, name = ''] = match;
    const isTable = name.toLowerCase() === 'table';
    const closes = slash === '/';
    if (isTable && !closes) {
      const around = open.at(-1);
      if (around) around.isLayout = true;
      const table = { tags: [], isLayout: false };
      tables.push(table);
      open.push(table);
    }
    (open.at(-1) ?? stray).tags.push({ at: match.index, length: text.length, closes });
    if (isTable && closes) open.pop();
  }
  const layout = tables.filter(({ isLayout }) => isLayout).flatMap(({ tags }) => tags);
  return layout.sort((a, b) => a.at - b.at);
}
