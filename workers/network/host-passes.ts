/** Private hosts that the user has allowed for one call only. */
import type { CallId } from '#shared/ids.ts';

export type HostPasses = {
  give(call: CallId, host: string): void;
  /** Whether a call may reach a host, as in `URL.host`. */
  has(call: CallId, host: string): boolean;
  end(call: CallId): void;
  /** How many calls have a pass. */
  size(): number;
};

export function createHostPasses(): HostPasses {
  const byCall = new Map<CallId, Set<string>>();
  return {
    give: (call, host) => void byCall.set(call, (byCall.get(call) ?? new Set()).add(host)),
    has: (call, host) => byCall.get(call)?.has(host) ?? false,
    end: (call) => void byCall.delete(call),
    size: () => byCall.size,
  };
}
