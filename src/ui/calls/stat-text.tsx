/** A text with lines of `git diff --stat`, as tables: their columns stay in order on a narrow screen. */
import styles from './stat-text.module.css';

/** `size`: what git prints instead of a line count for a binary file. */
type Stat = { name: string; count: string; added: number; removed: number; size: string };

const statLine = /^ (\S.*?) +\| +(?:(\d+) ?(\+*)(-*)|Bin (.*))$/;
/** Signs in the last column: the widest that a phone has room for. */
const maxSigns = 12;

export function StatText({ text }: { text: string }) {
  return (
    <pre class="verbatim" tabIndex={0}>
      {groupLines(text).map((group, at) =>
        typeof group === 'string' ? (
          <div key={at}>{group}</div>
        ) : (
          <div key={at} class={styles.stat}>
            {group.map((stat) => (
              <StatLine key={stat.name} stat={stat} />
            ))}
          </div>
        ),
      )}
    </pre>
  );
}

function StatLine({ stat: { name, count, added, removed, size } }: { stat: Stat }) {
  return (
    <>
      <bdi class={styles.name}>{name}</bdi>
      <span class={styles.count}>{count}</span>
      <span class={styles.signs} aria-hidden={size === ''}>
        {size}
        <ins>{'+'.repeat(signsOf(added, added + removed))}</ins>
        <del>{'-'.repeat(signsOf(removed, added + removed))}</del>
      </span>
    </>
  );
}

/** Zero stays zero; every other count gets at least one sign. */
function signsOf(part: number, all: number): number {
  return all <= maxSigns ? part : Math.ceil((part * maxSigns) / all);
}

/** Consecutive lines of a summary form one table. */
function groupLines(text: string): (string | Stat[])[] {
  const groups: (string | Stat[])[] = [];
  for (const line of text.replace(/\n$/, '').split('\n')) {
    const stat = readLine(line);
    const last = groups.at(-1);
    if (!stat) groups.push(line || '\n');
    else if (Array.isArray(last)) last.push(stat);
    else groups.push([stat]);
  }
  return groups;
}

function readLine(line: string): Stat | undefined {
  const match = statLine.exec(line);
  if (!match) return undefined;
  const [, name = '', lines = 'Bin', plus = '', minus = '', size = ''] = match;
  return { name, count: lines, added: plus.length, removed: minus.length, size };
}
