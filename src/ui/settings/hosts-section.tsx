/** The private network addresses tools may reach, each with a revoke button. */
import { useEffect } from 'preact/hooks';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';

export function HostsSection() {
  const { allowedHosts } = useApp();
  useEffect(() => void allowedHosts.refresh(), []);
  const list = allowedHosts.list.value ?? [];
  return (
    <Section
      title={t('settings.hosts')}
      hint={t(list.length > 0 ? 'settings.hosts-hint' : 'settings.hosts-none')}
    >
      {list.length > 0 && (
        <ul class="cards">
          {list.map((host) => (
            <li key={host} class="card-row">
              <code class="row-text">{host}</code>
              <IconButton
                class="quiet"
                icon="trash"
                label={t('settings.host-remove', { host })}
                onClick={() => void allowedHosts.revoke(host)}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
