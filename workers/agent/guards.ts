/** Ends a run without progress: the same calls step after step, or nothing but errors. */
import type { ToolResult } from '#shared/tools/tool.ts';

export type GuardLimits = {
  /** Consecutive steps with identical calls. */
  repeatedSteps: number;
  /** Consecutive steps in which every call failed. */
  failedSteps: number;
};

export type Guard = {
  /** To be called after each step with calls; a verdict ends the run. */
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
