/** The browser permissions that tools use, and how to undo a refusal. */
import { useEffect } from 'preact/hooks';
import { permissionName } from '#src/state/text/permission-name.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Section } from '#src/ui/kit/form/section.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './settings.module.css';

export function PermissionsSection() {
  const { allowedHosts } = useApp();
  useEffect(() => {
    // Permissions change in the browser's settings: read again when the page is visible.
    const look = () => void allowedHosts.refresh();
    look();
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, []);
  const list = allowedHosts.browser.value;
  return (
    <Section title={t('settings.permissions')} hint={t('settings.permissions-hint')}>
      {list.length > 0 && (
        <ul class="cards">
          {list.map(({ permission, state }) => (
            <li key={permission} class={classNames('card-row', styles.permissionRow)}>
              <div class="row-text">
                <strong class="sentence">{permissionName(permission)}</strong>
                {state === 'denied' && <small>{t('settings.permission-mend')}</small>}
              </div>
              <span class={styles.permissionState} data-state={state}>
                {t(`settings.permission-${state}`)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
