/** Runtimes and wheels on this device. Not in backups: they are downloaded again where they are used. */
import type { PackagesApi } from '#shared/api/packages.ts';
import type { Domain } from '#workers/engine/domain.ts';
import { once } from '#workers/engine/once.ts';
import type { Database } from '#workers/storage/database.ts';
import type { Packages } from './packages.ts';

type Needs = { database: Database; openPackages(): Promise<Packages> };

export const packages = {
  start: ({ bus, database }) => ({
    openPackages: once(async () => (await import('./packages.ts')).createPackages(database, bus.post)),
  }),
  promptBlock: {
    name: 'python',
    share: 1 / 64,
    begin: async (request, needs) => (await import('./prompt-block.ts')).tellPackages(request, needs),
  },
  cleanUp: async (needs) => (await import('./packages.ts')).renewOffline(needs),
  async open({ openPackages, changed }) {
    const { runtimes, wheels } = await openPackages();
    return {
      list: async () => ({ runtimes: await runtimes.list(), wheels: await wheels.list() }),
      async makeOffline(name) {
        const made = await runtimes.makeOffline(name);
        changed(name);
        return made;
      },
      cancel: async (name) => runtimes.cancel(name),
      async remove(name) {
        const removed = await runtimes.remove(name);
        changed(name);
        return removed;
      },
      async removeWheel(url) {
        await wheels.remove(url);
        changed(url);
      },
      async removeWheels() {
        await wheels.removeAll();
        changed();
      },
    };
  },
} satisfies Domain<PackagesApi, Needs>;
