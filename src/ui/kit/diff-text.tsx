/** A unified diff with added and deleted lines in colour. */

/** Lines shown; the file itself has them all. */
const maxLines = 2_000;

export function DiffText({ diff }: { diff: string }) {
  const lines = diff.replace(/\n$/, '').split('\n');
  return (
    <pre class="verbatim diff" tabIndex={0}>
      {lines.slice(0, maxLines).map((line, at) => (
        <DiffLine key={at} line={line} />
      ))}
      {lines.length > maxLines && '…'}
    </pre>
  );
}

function DiffLine({ line }: { line: string }) {
  if (/^(\+\+\+|---|diff --git|index|@@) /.test(line)) return <span class="diff-head">{line}</span>;
  if (line.startsWith('+')) return <ins>{line}</ins>;
  if (line.startsWith('-')) return <del>{line}</del>;
  return <span>{line}</span>;
}
