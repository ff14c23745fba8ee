/** Tool calls. Their code is loaded at the first one: the first screen needs only the spare tool host. */
import type { CallId, SessionId } from '#shared/ids.ts';
import type { Registry } from '#workers/engine/calls/registry.ts';
import type { Core } from '#workers/engine/core.ts';
import { once } from '#workers/engine/once.ts';
import type { CommitReader } from '#workers/engine/tool-hosts/commit-reader.ts';
import type { DocumentReader } from '#workers/engine/tool-hosts/document-reader.ts';
import { spawnToolHost } from '#workers/engine/tool-hosts/spawn-tool-host.ts';
import type { CallPath, CallPathNeeds } from './call-path.ts';

/** `open…`: the code is loaded at first use. */
export type Calls = {
  openCallPath(): Promise<CallPath>;
  /** The registry with the built-in tools in it. */
  openRegistry(): Promise<Registry>;
  readDocument: DocumentReader;
  readCommit: CommitReader;
  /** Ends one call of a session. True if this tab runs it. */
  cancelCall(call: CallId, session: SessionId | undefined): boolean;
  /** Starts a spare tool host. */
  warmUp(): void;
};

type CallNeeds = Omit<CallPathNeeds, 'callLog' | 'openRegistry' | 'spawnToolHost'>;

export function openCalls({ device, registry }: Core, engine: () => CallNeeds): Calls {
  const spare = createSpareHost();
  const openRegistry = once(async () => {
    // The definitions are long, and the first screen shows none of them.
    const [{ definitions }] = await Promise.all([
      import('#workers/engine/calls/manifest.ts'),
      device.learn(),
    ]);
    registry.add(definitions);
    await engine().openServersIfAny();
    return registry;
  });
  let path: CallPath | undefined;
  const openCallPath = once(async () => {
    const parts = engine();
    const [{ createCallPath }, callLog] = await Promise.all([import('./call-path.ts'), parts.openCallLog()]);
    return (path = createCallPath({ ...parts, callLog, openRegistry, spawnToolHost: spare.take }));
  });
  return {
    ...{ openCallPath, openRegistry, warmUp: spare.start },
    readDocument: async (...request) => (await openCallPath()).readDocument(...request),
    readCommit: async (...request) => (await openCallPath()).readCommit(...request),
    cancelCall: (call, session) => path?.executor.cancel(call, session) ?? false,
  };
}

/** A tool host that starts before the code that uses it is loaded. */
function createSpareHost(): { start(): void; take(): Worker } {
  let spare: Worker | undefined;
  return {
    start() {
      const host = (spare ??= spawnToolHost());
      // A host that failed to start must not be given to the first call.
      host.onerror = () => (spare = undefined);
    },
    take() {
      const host = spare ?? spawnToolHost();
      spare = undefined;
      return host;
    },
  };
}
