/** Queries the state of browser permissions in the engine worker. */
import {
  browserPermissions,
  type BrowserPermission,
  type BrowserPermissionState,
} from '#shared/tools/browser-permission.ts';
import type { PermissionOverview } from '#shared/tools/permission.ts';

/** Returns `unsupported` for a permission that the browser does not know, for which `query` throws. */
export async function queryPermission(permission: BrowserPermission): Promise<BrowserPermissionState> {
  try {
    // The DOM types lack names that browsers support.
    const { state } = await navigator.permissions.query({ name: permission as PermissionName });
    return state;
  } catch {
    return 'unsupported';
  }
}

export function overview(): Promise<PermissionOverview['browser']> {
  return Promise.all(
    browserPermissions.map(async (permission) => ({ permission, state: await queryPermission(permission) })),
  );
}
