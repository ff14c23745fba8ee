/** What a permission of the browser allows, in the user's words. */
import type { BrowserPermission } from '#shared/tools/browser-permission.ts';
import { t } from './text.ts';

export function permissionName(permission: BrowserPermission): string {
  return t(`permission.${permission}`);
}
