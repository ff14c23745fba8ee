/** The number of times that passed and were not run, as a text; `100+` where counting stopped. */
import { taskLimits } from './task.ts';

export function missedText(missed: number): string {
  return missed < taskLimits.missed ? String(missed) : `${taskLimits.missed}+`;
}
