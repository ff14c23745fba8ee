/** The engine as the page calls it: `boot`, and one `call` that finds the domain and the method by name. */
import type { DomainName, EngineRpc } from '#shared/api/index.ts';
import type { Domain } from '#workers/contracts/domain.ts';
import { domains } from '#workers/domains/index.ts';
import { boot } from './boot.ts';
import type { Engine } from './open-engine.ts';

type Methods = Readonly<Record<string, (...values: unknown[]) => unknown>>;

export function createEngineApi(engine: Promise<Engine>, lock: string): EngineRpc {
  const opened = new Map<DomainName, Promise<Methods>>();

  async function open(name: DomainName): Promise<Methods> {
    const parts = await engine;
    const changed = (...ids: string[]) => parts.bus.post({ type: 'changed', kind: name, ids });
    // `Engine` holds what every domain needs: the type of `domains` below checks it.
    const domain: Domain<object, Engine> = domains[name] satisfies Domain<object, Engine>;
    return (await domain.open({ ...parts, changed })) as Methods;
  }

  /** A failed load is tried again by the next call. */
  function methodsOf(name: DomainName): Promise<Methods> {
    const known = opened.get(name);
    if (known) return known;
    const loading = open(name);
    opened.set(name, loading);
    loading.catch(() => opened.delete(name));
    return loading;
  }

  return {
    boot: (events, services) => boot(engine, events, services, lock),
    async call(name, method, values) {
      if (!Object.hasOwn(domains, name)) throw new Error(`There is no '${name}' in the engine API.`);
      const methods = await methodsOf(name);
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
      if (!run) throw new Error(`There is no '${name}.${method}' in the engine API.`);
      return run(...values);
    },
  };
}
