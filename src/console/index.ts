/** `window.oneclaw`: what the interface does, for scripts and tests. The methods are loaded at the first call. */
import type { EngineEvent } from '#shared/api/engine-event.ts';
import { createProxy, type EngineConnection } from '#src/engine/connect.ts';
import { version } from '#src/state/version.ts';
import type { Doors, Explain } from './doors.ts';

export type OneClawConsole = Doors & {
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
  let loading: Promise<Doors> | undefined;
  const load = () => (loading ??= import('./doors.ts').then(({ createDoors }) => createDoors(api, explain)));

  const own: Omit<OneClawConsole, keyof Doors> = {
    ready: booted.then(() => undefined),
    version,
    on: (listener) => onEvents((events) => events.forEach(listener)),
  };
  return createProxy<OneClawConsole>((domain) =>
    Object.hasOwn(own, domain)
      ? own[domain as keyof typeof own]
      : createProxy((method) => async (...values: unknown[]) => {
          const door = (await load())[domain as keyof Doors] as Methods | undefined;
          const run = door?.[method];
          if (!run) throw new Error(`There is no oneclaw.${domain}.${method}. See docs/console.md.`);
          return run(...values);
        }),
  );
}

type Methods = Readonly<Record<string, ((...values: unknown[]) => unknown) | undefined>>;
