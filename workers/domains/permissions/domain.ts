/** The permissions of the browser, and the private hosts that the user has allowed. */
import type { PermissionsApi } from '#shared/api/access/permissions.ts';
import type { Domain } from '#workers/engine/domain.ts';
import { overview } from '#workers/engine/permissions/query-permission.ts';
import { openAllowedHosts, type AllowedHosts } from './allowed-hosts.ts';
import type { HostsNeeds } from './backup.ts';

export const permissions = {
  start: async ({ database }) => ({ allowedHosts: await openAllowedHosts(database) }),
  backup: async (needs) => (await import('./backup.ts')).hostsInBackup(needs),
  reload: ({ allowedHosts }) => allowedHosts.reload(),
  open: ({ allowedHosts, changed }) => ({
    list: async () => ({ hosts: allowedHosts.list(), browser: await overview() }),
    async allowHost(host) {
      await allowedHosts.allow(host);
      changed(host);
    },
    async revokeHost(host) {
      await allowedHosts.revoke(host);
      changed(host);
    },
  }),
} satisfies Domain<PermissionsApi, { allowedHosts: AllowedHosts }, HostsNeeds>;
