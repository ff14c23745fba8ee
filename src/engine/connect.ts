/** The page's end of the wire: calls that never hang, an event stream, and a fresh engine when one dies. */
// Comlink: a typed call over postMessage in 1.8 kB; our own would be the same code with fewer eyes on it.
import { transfer, wrap } from 'comlink';
import { everydayAgent } from '#shared/agents/agent.ts';
import { asId } from '#shared/ids.ts';
import type { Boot, EngineApi, EngineWire, EventBatch } from '#shared/rpc/protocol.ts';
import type { EngineEvent } from '#shared/runs/run-event.ts';
import { spawnEngine } from './spawn.ts';

/** Thrown by every call that was pending when the engine worker died; the engine is restarted by then. */
class EngineDiedError extends Error {
  constructor() {
    super('The engine stopped unexpectedly and was started again. Nothing that was saved is lost.');
    this.name = 'EngineDiedError';
  }
}

export type EngineConnection = {
  api: EngineApi;
  /** The first boot; later ones reach `onBoot`. */
  booted: Promise<Boot>;
  /** Called for every engine event; returns the unsubscribe function. */
  onEvents(listener: (events: readonly EngineEvent[]) => void): () => void;
  /** Called after the engine was started again, with its new state. */
  onRestart(listener: (boot: Boot) => void): () => void;
};

/** Starts in a row that ended before the engine was up; more would only heat the phone. */
const mostFailedStarts = 3;

type Life = { worker: Worker; remote: EngineWire; died: Promise<never>; booted: Promise<Boot> };

/** `serveHost` answers the engine's calls for what only a document can do. */
export function connectEngine(serveHost: (port: MessagePort) => void): EngineConnection {
  const eventListeners = new Set<(events: readonly EngineEvent[]) => void>();
  const restartListeners = new Set<(boot: Boot) => void>();
  const deliver = (events: readonly EngineEvent[]) => eventListeners.forEach((listener) => listener(events));

  let failedStarts = 0;
  let life = start();

  function start(): Life {
    const worker = spawnEngine();
    const remote: EngineWire = wrap<EngineWire>(worker);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<EventBatch>) => deliver(data);
    let die: (error: EngineDiedError) => void = () => undefined;
    const died = new Promise<never>((_, reject) => (die = reject));
    died.catch(() => restart());
    worker.onerror = ({ message }) => {
      console.error(`The engine stopped: ${message || 'its script could not be loaded'}`);
      die(new EngineDiedError());
    };
    const host = new MessageChannel();
    serveHost(host.port1);
    const booted = Promise.race([
      remote.boot(transfer(port2, [port2]), transfer(host.port2, [host.port2])),
      died,
    ]);
    booted.then(() => (failedStarts = 0)).catch(() => undefined);
    // A dead worker tells nobody; but it lets go of the Web Lock it holds (platform.md, 2.3).
    booted
      .then(({ lock }) => navigator.locks.request(lock, () => die(new EngineDiedError())))
      .catch(() => undefined);
    return { worker, remote, died, booted };
  }

  function restart(): void {
    life.worker.terminate();
    failedStarts++;
    if (failedStarts >= mostFailedStarts) return restartListeners.forEach((listener) => listener(noEngine));
    // At once after a life that had begun, later and later after starts that failed.
    setTimeout(
      () => {
        life = start();
        life.booted.then((boot) => restartListeners.forEach((listener) => listener(boot))).catch(reportDeath);
      },
      failedStarts === 1 ? 0 : 500 * 2 ** failedStarts,
    );
  }

  /** The next restart deals with it; whoever waited for a call has been told. */
  function reportDeath(error: unknown): void {
    if (!(error instanceof EngineDiedError)) reportError(error);
  }

  return {
    api: createApi(() => life),
    booted: life.booted,
    onEvents: (listener) => subscribe(eventListeners, listener),
    onRestart: (listener) => subscribe(restartListeners, listener),
  };
}

/** What the page is told when the engine cannot be started. */
const noEngine: Boot = {
  lock: '',
  sessions: [],
  providers: [],
  defaultProvider: asId<'provider'>('provider_guide'),
  agents: [everydayAgent],
  prompts: [],
  problem: 'engine_failed',
};

/** Every call goes to the engine of the moment, after its boot, and is rejected when that engine dies. */
function createApi(currentLife: () => Life): EngineApi {
  const call = async (name: keyof EngineWire, values: unknown[]) => {
    const { remote, died, booted } = currentLife();
    await booted;
    const method = remote[name] as (...values: unknown[]) => Promise<unknown>;
    return Promise.race([method(...values), died]);
  };
  return byName<EngineApi>(call, { mcp: byName((...values) => call('mcp', values)) });
}

/** Methods that are made when they are asked for, beside what is there. */
export function byName<Api extends object>(
  call: (name: Exclude<keyof Api, 'then' | 'mcp'>, values: unknown[]) => Promise<unknown>,
  own: Partial<Api> = {},
): Api {
  // Promises look for `then` on whatever they are given.
  const known: { [name: PropertyKey]: unknown } = { ...own, then: undefined };
  return new Proxy({} as Api, {
    get: (_, name) =>
      name in known
        ? known[name]
        : (...values: unknown[]) => call(name as Exclude<keyof Api, 'then' | 'mcp'>, values),
  });
}

function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
