/** The index of the decisions and their files agree: headings, order, anchors and status. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = 'docs/decisions';
const index = readFileSync(`${folder}/README.md`, 'utf8');
const files = readdirSync(folder).filter((name) => name !== 'README.md');

type Decision = { title: string; status: string | undefined };

function decisionsOf(file: string): Decision[] {
  const sections = readFileSync(`${folder}/${file}`, 'utf8').split(/^## /m).slice(1);
  return sections.map((section) => ({
    title: section.split('\n')[0] ?? '',
    status: /^Status: (.+)$/m.exec(section)?.[1],
  }));
}

/** The anchor that GitHub gives a heading. */
const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}_ -]/gu, '')
    .replaceAll(' ', '-');

describe('the index of decisions', () => {
  it('has a section for each file', () => {
    const linked = [...index.matchAll(/^## \[.+\]\((.+)\)$/gm)].map(([, file]) => file);
    expect(linked.sort()).toEqual(files.sort());
  });

  it.each(files)('lists what is in %s, in its order', (file) => {
    const section = index.split(`](${file})\n`)[1]?.split(/^## /m)[0] ?? '';
    const expected = decisionsOf(file).map(
      ({ title, status }) =>
        `- [${title}](${file}#${anchorOf(title)})${status?.startsWith('superseded') ? ' (superseded)' : ''}`,
    );
    expect(section.trim().split('\n')).toEqual(expected);
  });

  it.each(files)('finds a status at every decision of %s', (file) => {
    for (const { title, status } of decisionsOf(file))
      expect(status, title).toMatch(/^(accepted|superseded)/);
  });

  it('finds what superseded a decision', () => {
    const all = files.flatMap(decisionsOf);
    const named = all.flatMap(({ status }) => /^superseded by "(.+)"/.exec(status ?? '')?.[1] ?? []);
    expect(named.filter((title) => !all.some((each) => each.title === title))).toEqual([]);
  });
});
