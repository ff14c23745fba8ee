/** Permissions of the browser and allowed private hosts: `api.permissions`. */
import type { PermissionOverview } from '../tools/permission.ts';

export type PermissionsApi = {
  list(): Promise<PermissionOverview>;
  /** Lets tools reach a private host; `host` as in `URL.host`. */
  allowHost(host: string): Promise<void>;
  revokeHost(host: string): Promise<void>;
};
