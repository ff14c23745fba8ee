/** Detects the death of other tabs: every engine holds a Web Lock, which is released when it dies. */
import { newId } from '#shared/ids.ts';

const prefix = 'oneclaw-engine-';

/** The Web Lock that an engine holds while it lives. */
export function nameEngineLock(): string {
  return prefix + newId('run');
}

export type TabWatch = {
  /** Starts to watch every engine that is alive now and not watched yet. */
  look(): Promise<void>;
};

export function watchTabs(own: string, onDeath: () => void): TabWatch {
  const watched = new Set([own]);
  return {
    async look() {
      const { held = [] } = await navigator.locks.query();
      for (const { name = '' } of held) {
        if (!name.startsWith(prefix) || watched.has(name)) continue;
        watched.add(name);
        navigator.locks.request(name, onDeath).catch((error: unknown) => console.error(error));
      }
    },
  };
}
