/** Which journeys `npm test` runs: about half of them, drawn by the commit; the soak runs all. */
import { createHash } from 'node:crypto';

/** The whole of `npm test` has to stay within a quarter of an hour on two slow cores. */
const share = 0.5;

/** Playwright chooses tests by patterns only: one that matches a title by its draw. */
export class Sample extends RegExp {
  private readonly seed: string;

  constructor(seed: string) {
    super('drawn');
    this.seed = seed;
  }

  /** The seeded soaks are small samples already. */
  override test(title: string): boolean {
    if (title.includes('soak')) return true;
    const drawn = createHash('sha256').update(`${this.seed} ${title}`).digest().readUInt32BE();
    return drawn < share * 2 ** 32;
  }
}
