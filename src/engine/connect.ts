/** The page's connection to the engine worker: calls that never hang, its events, and a restart when it dies. */
// Comlink: typed RPC over postMessage in 1.8 kB. Both ends are ours; ports lent to tools use plain messages.
import { transfer, wrap } from 'comlink';
import { defaultAgent } from '#shared/agents/agent.ts';
import { isNestedTooDeep } from '#shared/json-size.ts';
import { guideId } from '#shared/models/guide-id.ts';
import type { Boot } from '#shared/rpc/protocol.ts';
import type { DomainName, EngineApi, EngineRpc } from '#shared/api/index.ts';
import { openEvents, type Listener } from './events.ts';
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
  /** The first boot; `onRestart` reports later ones. */
  booted: Promise<Boot>;
  /** Has the engine do what is due by now. */
  wake(): Promise<void>;
  /** Called for every engine event; returns the unsubscribe function. */
  onEvents(listener: Listener): () => void;
  /** Called after the engine was started again, with its new state. */
  onRestart(listener: (boot: Boot) => void): () => void;
};

/** Gives up after this many consecutive starts that failed before the engine was up. */
const maxFailedStarts = 3;

type EngineInstance = {
  worker: Worker;
  remote: EngineRpc;
  died: Promise<never>;
  unreadable: UnreadableMessages;
  booted: Promise<Boot>;
};

/** `servePageServices` answers the engine's calls for what only a document can do. */
export function connectEngine(servePageServices: (port: MessagePort) => void): EngineConnection {
  const eventListeners = new Set<Listener>();
  const restartListeners = new Set<(boot: Boot) => void>();
  let failedStarts = 0;
  let engine = start();

  function start(): EngineInstance {
    const worker = spawnEngine();
    const remote: EngineRpc = wrap<EngineRpc>(worker);
    const unreadable = watchUnreadableMessages(worker);
    const events = openEvents(eventListeners);
    let die: (error: EngineDiedError) => void = () => undefined;
    const died = new Promise<never>((_, reject) => (die = reject));
    died.catch(() => restart());
    worker.onerror = ({ message }) => {
      console.error(`The engine stopped: ${message || 'its script could not be loaded'}`);
      die(new EngineDiedError());
    };
    const host = new MessageChannel();
    servePageServices(host.port1);
    const booted = Promise.race([
      remote.boot(transfer(events, [events]), transfer(host.port2, [host.port2])),
      died,
    ]);
    booted.then(() => (failedStarts = 0)).catch(() => undefined);
    // A dead worker sends no event, but the browser releases the Web Lock it holds.
    booted
      .then(({ lock }) => navigator.locks.request(lock, () => die(new EngineDiedError())))
      .catch(() => undefined);
    return { worker, remote, died, unreadable, booted };
  }

  function restart(): void {
    engine.worker.terminate();
    failedStarts++;
    if (failedStarts >= maxFailedStarts) return restartListeners.forEach((listener) => listener(failedBoot));
    // The first restart is immediate; further failed starts are retried with exponential backoff.
    setTimeout(
      () => {
        engine = start();
        engine.booted
          .then((boot) => restartListeners.forEach((listener) => listener(boot)))
          .catch(reportDeath);
      },
      failedStarts === 1 ? 0 : 500 * 2 ** failedStarts,
    );
  }

  /** An `EngineDiedError` is not reported: the engine restarts, and every pending call was rejected with it. */
  function reportDeath(error: unknown): void {
    if (!(error instanceof EngineDiedError)) reportError(error);
  }

  return {
    ...{ api: createApi((ask) => askEngine(engine, ask)), booted: engine.booted },
    wake: () => askEngine(engine, (remote) => remote.wake()),
    onEvents: (listener) => subscribe(eventListeners, listener),
    onRestart: (listener) => subscribe(restartListeners, listener),
  };
}

/**
 * Greatest depth of arguments. Chromium delivers deeper values as `null`, and Comlink answers no
 * message without an id.
 */
const maxLevels = 500;

type UnreadableMessages = {
  /** Rejects when the next message arrives that the browser could not deserialise. */
  next(): Promise<never>;
};

/**
 * Detects messages that the browser could not deserialise (nested too deep, or out of memory): they
 * arrive as `null` or as `messageerror`. The engine sends `null` when it could not read a message
 * itself.
 */
function watchUnreadableMessages(worker: Worker): UnreadableMessages {
  let next = createNext();
  const reject = () => {
    next.reject(new DOMException('A message between page and engine could not be read.', 'DataCloneError'));
    next = createNext();
  };
  worker.addEventListener('messageerror', reject);
  worker.addEventListener('message', ({ data }) => data === null && reject());
  return { next: () => next.promise };
}

function createNext() {
  const next = Promise.withResolvers<never>();
  // Avoids an unhandled rejection while no call is pending.
  next.promise.catch(() => undefined);
  return next;
}

/** The boot data that the page gets when the engine cannot be started. */
const failedBoot: Boot = {
  lock: '',
  sessions: [],
  providers: [],
  defaultProvider: guideId,
  agents: [defaultAgent],
  prompts: [],
  problem: 'engine_failed',
};

/** Asks the engine after its boot; rejects when it dies. */
async function askEngine<T>(engine: EngineInstance, ask: (remote: EngineRpc) => Promise<T>): Promise<T> {
  const { remote, died, unreadable, booted } = engine;
  await booted;
  return Promise.race([ask(remote), died, unreadable.next()]);
}

function createApi(send: (ask: (remote: EngineRpc) => Promise<unknown>) => Promise<unknown>): EngineApi {
  return createProxy<EngineApi>((domain) =>
    createProxy((method) => async (...values: unknown[]) => {
      if (isNestedTooDeep(values, maxLevels))
        throw new DOMException(
          `The arguments of ${domain}.${method} nest deeper than ${maxLevels} levels. Send them flatter.`,
          'DataCloneError',
        );
      return send((remote) => remote.call(domain as DomainName, method, values));
    }),
  );
}

/** An object that calls `make` for a member when it is first read. */
export function createProxy<Target extends object>(make: (name: string) => unknown): Target {
  // A promise that resolves to this object reads `then` from it.
  const made: { [name: PropertyKey]: unknown } = { then: undefined };
  return new Proxy({} as Target, {
    get: (_, name) => (typeof name === 'string' && !(name in made) ? (made[name] = make(name)) : made[name]),
  });
}

function subscribe<Subscriber>(all: Set<Subscriber>, subscriber: Subscriber): () => void {
  all.add(subscriber);
  return () => all.delete(subscriber);
}
