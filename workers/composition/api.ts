/** The engine as the page calls it: `boot`, `wake`, and one `call` that finds the domain and the method by name. */
import type { DomainName, EngineRpc } from '#shared/api/index.ts';
import type { Domain } from '#workers/engine/domain.ts';
import { domains } from '#workers/domains/index.ts';
import { boot } from './boot.ts';
import { once } from '#workers/engine/once.ts';
import type { Engine } from './open-engine.ts';

const domainNames = Object.keys(domains) as DomainName[];

type Methods = Readonly<Record<string, (...values: unknown[]) => unknown>>;

export function createEngineApi(engine: Promise<Engine>, lock: string): EngineRpc {
  async function open(name: DomainName): Promise<Methods> {
    const parts = await engine;
    const changed = (...ids: string[]) => parts.bus.post({ type: 'changed', kind: name, ids });
    const domain: Domain<object, Engine> = domains[name];
    return (await domain.open({ ...parts, changed })) as Methods;
  }

  const openers = new Map<string, () => Promise<Methods>>(
    domainNames.map((name) => [name, once(() => open(name))]),
  );

  return {
    boot: (events, services) => boot(engine, events, services, lock),
    async call(name, method, values) {
      const opener = openers.get(name);
      if (!opener) throw new Error(`There is no '${name}' in the engine API.`);
      const methods = await opener();
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined;
      if (!run) throw new Error(`There is no '${name}.${method}' in the engine API.`);
      return run(...values);
    },
    wake: async () => (await engine).wake(),
  };
}
