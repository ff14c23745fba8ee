import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSemaphore } from '#shared/semaphore.ts';

describe('a semaphore', () => {
  it('grants its permits in order, and a later task takes none that was handed over', async () => {
    const semaphore = createSemaphore(1);
    const order: string[] = [];
    const take = (name: string) => semaphore.acquire().then(() => order.push(name));
    await take('first');
    const waiting = [take('second'), take('third')];
    semaphore.release();
    waiting.push(take('late'));
    for (let left = 0; left < 3; left++) {
      await Promise.resolve();
      semaphore.release();
    }
    await Promise.all(waiting);
    expect(order).toEqual(['first', 'second', 'third', 'late']);
  });

  it('stops waiting at an abort, before, while and after a permit is available', async () => {
    const semaphore = createSemaphore(1);
    expect(await semaphore.acquire(AbortSignal.abort())).toBe(false);
    expect(await semaphore.acquire()).toBe(true);
    const whileWaiting = new AbortController();
    const waiting = semaphore.acquire(whileWaiting.signal);
    whileWaiting.abort();
    expect(await waiting).toBe(false);
    const afterGrant = new AbortController();
    const granted = semaphore.acquire(afterGrant.signal);
    semaphore.release();
    afterGrant.abort();
    expect(await granted).toBe(false);
    // The permit was released again.
    expect(await semaphore.acquire()).toBe(true);
  });

  it('never runs more tasks than it has permits, and all tasks end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.record({ turns: fc.nat(5), aborts: fc.boolean() }), { maxLength: 20 }),
        async (permits, tasks) => {
          const semaphore = createSemaphore(permits);
          let working = 0;
          let most = 0;
          const run = async ({ turns, aborts }: { turns: number; aborts: boolean }) => {
            const control = new AbortController();
            const acquired = semaphore.acquire(control.signal);
            if (aborts) control.abort();
            if (!(await acquired)) return;
            most = Math.max(most, ++working);
            for (let turn = 0; turn < turns; turn++) await Promise.resolve();
            working--;
            semaphore.release();
          };
          await Promise.all(tasks.map(run));
          expect(most).toBeLessThanOrEqual(permits);
          expect(working).toBe(0);
          for (let permit = 0; permit < permits; permit++)
            expect(await semaphore.acquire(AbortSignal.timeout(1_000))).toBe(true);
        },
      ),
    );
  });
});
