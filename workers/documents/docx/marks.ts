/**
 * Marks in the text of a Word document for what its HTML cannot hold: the label of a list item, and the place of an
 * embedded text. Private characters, which no text of a document has in this order.
 */

const [start, end] = ['\ue000', '\ue001'];
type Kind = 'label' | 'chunk';

export function marked(kind: Kind, text: string): string {
  return `${start}${kind}:${text}${end}`;
}

/** `chunks`: the HTML of the embedded texts, by the id of their relation. */
export function resolveMarks(html: string, chunks: ReadonlyMap<string, string>): string {
  return numberLists(html.replaceAll(/<(p|li)>\ue000label:[^\ue001]*\ue001<\/\1>/g, ''))
    .replaceAll(/<p>\ue000chunk:([^\ue001]*)\ue001<\/p>/g, (_, id: string) => chunks.get(id) ?? '')
    .replaceAll(/\ue000label:([^\ue001]*)\ue001/g, '$1 ')
    .replaceAll(/<input type="checkbox"( checked="checked")? ?\/>/g, (_, checked: string | undefined) =>
      checked === undefined ? '☐' : '☑',
    );
}

const listTags = /<(\/?)([ou]l)>|<li>((?:<(?!\/?(?:[ou]l|li)>)[^>]*>)*)(?:\ue000label:([^\ue001]*)\ue001)?/g;

/**
 * Gives each ordered list the number of its first item. A list ends where a number does not follow the one before it,
 * because mammoth joins lists that follow each other. Labels that are no number become text.
 */
function numberLists(html: string): string {
  const open: { type: string; next: number | undefined }[] = [];
  return html.replaceAll(
    listTags,
    (tag, close: string, type: string | undefined, tags: string, label: string | undefined) => {
      if (type !== undefined) {
        if (close === '') open.push({ type, next: undefined });
        else open.pop();
        // The tag of an ordered list is written with its first item.
        return tag === '<ol>' ? '' : tag;
      }
      const number = label === undefined ? undefined : /^(\d+)[.)]?$/.exec(label)?.[1];
      const item = `<li>${tags}${label === undefined || number !== undefined ? '' : `${label} `}`;
      const list = open.at(-1);
      if (list?.type !== 'ol') return item;
      const before = list.next;
      const own = number === undefined ? (before ?? 1) : Number(number);
      list.next = own + 1;
      if (before === own) return item;
      return `${before === undefined ? '' : '</ol>'}<ol start="${own}">${item}`;
    },
  );
}

/** XML of a run with this text, or an empty string without text. `word`: the namespace prefix of Word's elements. */
export function runOf(word: string, text: string): string {
  return text === '' ? '' : `<${word}r>${textOf(word, text)}</${word}r>`;
}

export function textOf(word: string, text: string): string {
  return `<${word}t xml:space="preserve">${escapeXml(text)}</${word}t>`;
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
