import { expect, it } from 'vitest';
import { createWaitClock } from '#workers/engine/calls/wait-clock.ts';

it('counts overlapping waits once, and one that has not ended', () => {
  let time = 0;
  const clock = createWaitClock(() => time);
  const one = clock.hold();
  time = 10;
  const two = clock.hold();
  time = 15;
  one();
  one();
  time = 20;
  two();
  time = 100;
  expect(clock.waitedMs()).toBe(20);
  clock.hold();
  time = 105;
  expect(clock.waitedMs()).toBe(25);
});
