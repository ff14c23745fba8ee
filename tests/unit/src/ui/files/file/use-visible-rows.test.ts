/** The rows on the screen by how far a table is scrolled; of a table too tall for a browser, too. */
import { describe, expect, it } from 'vitest';
import { rowHeight, spaceOf, visibleAt } from '#src/ui/files/file/use-visible-rows.ts';

const screen = 20 * rowHeight;

describe.each([0, 1, 30, 400, 100_000, 50_000_000])('of %i rows', (rows) => {
  const height = (at: { first: number; last: number }) =>
    spaceOf(at, rows).reduce((sum, each) => sum + each, (at.last - at.first) * rowHeight);
  const end = Math.max(0, height({ first: 0, last: 0 }) - screen);

  it('the first are shown at the beginning, and the last at the end', () => {
    expect(visibleAt(0, screen, rows).first).toBe(0);
    expect(visibleAt(end, screen, rows).last).toBe(rows);
  });

  it('few are shown anywhere, and the height of the table stays the same', () => {
    for (let part = 0; part <= 20; part++) {
      const visible = visibleAt((end * part) / 20, screen, rows);
      expect(visible.last - visible.first).toBeLessThanOrEqual(64);
      expect(height(visible)).toBeCloseTo(height({ first: 0, last: 0 }), 3);
      expect(Math.min(...spaceOf(visible, rows))).toBeGreaterThanOrEqual(0);
    }
  });

  it('what is on the screen is among them', () => {
    const top = Math.floor(end / 2);
    const visible = visibleAt(top, screen, rows);
    const [before] = spaceOf(visible, rows);
    expect(before).toBeLessThanOrEqual(top);
    expect(before + (visible.last - visible.first) * rowHeight).toBeGreaterThanOrEqual(
      Math.min(top + screen, rows * rowHeight),
    );
  });
});
