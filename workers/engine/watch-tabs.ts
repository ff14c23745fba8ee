/** Notices the death of other tabs: every engine holds a Web Lock while it lives, and who gets it knows. */

export const engineLockPrefix = 'oneclaw-engine-';

export type TabWatch = {
  /** Watches the engines that are there now; those it knows already are left alone. */
  look(): Promise<void>;
};

export function watchTabs(own: string, onDeath: () => void): TabWatch {
  const watched = new Set([own]);
  return {
    async look() {
      const { held = [] } = await navigator.locks.query();
      for (const { name = '' } of held) {
        if (!name.startsWith(engineLockPrefix) || watched.has(name)) continue;
        watched.add(name);
        navigator.locks.request(name, onDeath).catch((error: unknown) => console.error(error));
      }
    },
  };
}
