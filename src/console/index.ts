/** `window.oneclaw`: what the interface does, for scripts and tests. The methods are loaded at the first call. */
import type { EngineEvent } from '#shared/api/engine-event.ts';
import { createProxy, type EngineConnection } from '#src/engine/connect.ts';
import { version } from '#src/state/version.ts';
import type { ConsoleDomains, Explain } from './console-domains.ts';

export type OneClawConsole = ConsoleDomains & {
  /** Resolves when the engine is up. */
  ready: Promise<void>;
  /** The version of the app. */
  version: string;
  /** Calls `listener` with every engine event. Returns a function that unsubscribes. */
  on(listener: (event: EngineEvent) => void): () => void;
};

declare global {
  interface Window {
    oneclaw: OneClawConsole;
  }
}

export function createConsole({ api, booted, onEvents }: EngineConnection, explain: Explain): OneClawConsole {
  let loading: Promise<ConsoleDomains> | undefined;
  const load = () =>
    (loading ??= import('./console-domains.ts').then(({ createConsoleDomains }) =>
      createConsoleDomains(api, explain),
    ));

  const own: Omit<OneClawConsole, keyof ConsoleDomains> = {
    ready: booted.then(() => undefined),
    version,
    on: (listener) => onEvents((events) => events.forEach(listener)),
  };
  return createProxy<OneClawConsole>((domain) =>
    Object.hasOwn(own, domain)
      ? own[domain as keyof typeof own]
      : createProxy((method) => async (...values: unknown[]) => {
          const methods = (await load())[domain as keyof ConsoleDomains] as Methods | undefined;
          const run = methods?.[method];
          if (!run) throw new Error(`There is no oneclaw.${domain}.${method}. See docs/console.md.`);
          return run(...values);
        }),
  );
}

type Methods = Readonly<Record<string, ((...values: unknown[]) => unknown) | undefined>>;
