/** How many times passed and were not run: counting ends at a limit. */
import { taskLimits } from './task.ts';

export function missedText(missed: number): string {
  return missed < taskLimits.missed ? String(missed) : `${taskLimits.missed}+`;
}
