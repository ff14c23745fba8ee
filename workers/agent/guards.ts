/** Stops a run that goes in circles: the same calls again and again, or nothing but errors (mission C). */
import type { ToolResult } from '#shared/tools/tool.ts';

export type GuardLimits = {
  /** Steps in a row with the very same calls. */
  repeatedSteps: number;
  /** Steps in a row in which every call failed. */
  failedSteps: number;
};

export type Guard = {
  /** After each step with calls; a verdict ends the run. */
  check(
    calls: readonly { name: string; arguments: unknown }[],
    results: readonly ToolResult[],
  ): 'repeated' | 'errors' | undefined;
};

export function createGuard(limits: GuardLimits): Guard {
  let lastSignature = '';
  let repeated = 0;
  let failed = 0;
  return {
    check(calls, results) {
      const signature = JSON.stringify(calls.map((call) => [call.name, call.arguments]));
      repeated = signature === lastSignature ? repeated + 1 : 1;
      lastSignature = signature;
      failed = results.every(({ status }) => status === 'error') ? failed + 1 : 0;
      if (repeated >= limits.repeatedSteps) return 'repeated';
      return failed >= limits.failedSteps ? 'errors' : undefined;
    },
  };
}
