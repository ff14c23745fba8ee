/** Runtimes and wheels on this device. Not in backups: they are downloaded again where they are used. */
import type { PackagesApi } from '#shared/api/packages.ts';
import type { Domain } from '#workers/contracts/domain.ts';
import type { Packages } from './packages.ts';

export const packages: Domain<PackagesApi, { openPackages(): Promise<Packages> }> = {
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
};
