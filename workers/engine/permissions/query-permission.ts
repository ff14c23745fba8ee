/** The state of a browser permission, as the engine worker can see it. */
import {
  browserPermissions,
  type BrowserPermission,
  type BrowserPermissionState,
} from '#shared/tools/browser-permission.ts';
import type { PermissionOverview } from '#shared/tools/permission.ts';

/** `query` throws for a permission that the browser does not support. */
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
