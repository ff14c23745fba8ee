/** The browser permissions a tool needs, as icons with accessible names. */
import type { BrowserPermission } from '#shared/tools/browser-permission.ts';
import { permissionName } from '#src/state/text/permission-name.ts';
import { t } from '#src/state/text/text.ts';
import { Icon, type IconName } from './icon.tsx';

const icons: Readonly<Record<BrowserPermission, IconName>> = {
  geolocation: 'map-pin',
  notifications: 'bell',
  'clipboard-read': 'clipboard',
  'clipboard-write': 'clipboard',
  camera: 'camera',
  microphone: 'mic',
};

export function PermissionIcons({ permissions }: { permissions: readonly BrowserPermission[] }) {
  return (
    <>
      {permissions.map((permission) => {
        const label = t('source.needs', { what: permissionName(permission) });
        return (
          <span key={permission} class="permission" role="img" aria-label={label} title={label}>
            <Icon name={icons[permission]} />
          </span>
        );
      })}
    </>
  );
}
