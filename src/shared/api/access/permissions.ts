/** Permissions of the browser and allowed private hosts: `api.permissions`. */
import type { PermissionOverview } from '../../tools/permission.ts';

export type PermissionsApi = {
  /** Private hosts that tools may reach, and the permission states of the browser. */
  list(): Promise<PermissionOverview>;
  /** Lets tools reach a private host; `host` as in `URL.host`. */
  allowHost(host: string): Promise<void>;
  /** Tools may no longer reach this host. */
  revokeHost(host: string): Promise<void>;
};
