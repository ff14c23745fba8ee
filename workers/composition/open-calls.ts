/** Tool calls. Their code is loaded at the first one: the first screen needs only the spare tool host. */
import type { CallStore } from '#workers/domains/activity/store.ts';
import type { CallId, SessionId } from '#shared/ids.ts';
import type { Processes } from '#workers/contracts/processes.ts';
import type { Registry } from '#workers/engine/calls/registry.ts';
import type { CommitReader } from '#workers/engine/tool-hosts/commit-reader.ts';
import type { DocumentReader } from '#workers/engine/tool-hosts/document-reader.ts';
import { spawnToolHost } from '#workers/engine/tool-hosts/spawn-tool-host.ts';
import type { ToolHostJob } from '#workers/engine/tool-hosts/tool-host-job.ts';
import type { CallPath, CallPathNeeds } from './call-path.ts';
import type { Core } from './core.ts';
import { once } from './once.ts';
import type { Stores } from './open-stores.ts';

/** `open…`: the code is loaded at first use. */
export type Calls = {
  openCallPath(): Promise<CallPath>;
  /** The stored log. */
  openCalls(): Promise<CallStore>;
  /** The registry with the built-in tools in it. */
  openRegistry(): Promise<Registry>;
  openProcesses(): Promise<Processes<ToolHostJob>>;
  readDocument: DocumentReader;
  readCommit: CommitReader;
  /** Ends one call of a session. True if this tab runs it. */
  cancelCall(call: CallId, session: SessionId | undefined): boolean;
  /** Starts a spare tool host. */
  warmUp(): void;
};

/** Parts that are opened after this one, because they make calls. */
type LaterParts = Pick<CallPathNeeds, 'runs' | 'describePicture' | 'loadInEngineTools'> & {
  toolServers(): Promise<unknown>;
};

export function openCalls(parts: Core & Stores, { toolServers, ...later }: LaterParts): Calls {
  const { database, device, registry } = parts;
  const spare = createSpareHost();
  const openStore = async () =>
    (await import('#workers/domains/activity/store.ts')).createCallStore(database);
  const openRegistry = once(async () => {
    // The definitions are long, and the first screen shows none of them.
    const [{ definitions }] = await Promise.all([
      import('#workers/engine/calls/manifest.ts'),
      device.learn(),
    ]);
    registry.add(definitions);
    await toolServers();
    return registry;
  });
  let path: CallPath | undefined;
  const openCallPath = once(async () => {
    const { createCallPath } = await import('./call-path.ts');
    return (path = createCallPath({
      ...{ ...parts, ...later, openRegistry, openCalls: openStore, spawnToolHost: spare.take },
    }));
  });
  return {
    ...{ openCallPath, openCalls: openStore, openRegistry, warmUp: spare.start },
    openProcesses: async () => (await openCallPath()).openProcesses(),
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
