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
  return html
    .replaceAll(/<(p|li)>\ue000label:[^\ue001]*\ue001<\/\1>/g, '')
    .replaceAll(/<p>\ue000chunk:([^\ue001]*)\ue001<\/p>/g, (_, id: string) => chunks.get(id) ?? '')
    .replaceAll(
      /(<ol>)?<li>((?:<[^>]*>)*)\ue000label:([^\ue001]*)\ue001/g,
      (_, list: string | undefined, tags: string, label: string) => {
        const number = /^(\d+)[.)]?$/.exec(label)?.[1];
        const opened = list === undefined ? '' : number === undefined ? list : `<ol start="${number}">`;
        return `${opened}<li>${tags}${number === undefined ? `${label} ` : ''}`;
      },
    )
    .replaceAll(/\ue000label:([^\ue001]*)\ue001/g, '$1 ')
    .replaceAll(/<input type="checkbox"( checked="checked")? ?\/>/g, (_, checked: string | undefined) =>
      checked === undefined ? '☐' : '☑',
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
