/** The state of a browser permission, as the engine worker can see it. */
import {
  browserPermissions,
  type BrowserPermission,
  type BrowserPermissionState,
  type PermissionOverview,
} from '#shared/tools/permission.ts';

/** A name the browser does not know makes `query` throw; that is its way to say unsupported (platform.md, 4). */
export async function queryPermission(permission: BrowserPermission): Promise<BrowserPermissionState> {
  try {
    // The DOM types lag behind the names browsers know.
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
