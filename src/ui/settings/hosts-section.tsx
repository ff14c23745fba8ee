/** The private network addresses tools may reach, each with a revoke button, and a field for another one. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { readHost } from './read-host.ts';

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
      <AddHost />
    </Section>
  );
}

function AddHost() {
  const { allowedHosts, connection, toasts } = useApp();
  const typed = useSignal('');
  const fault = useSignal<{ text: string; since: object } | null>(null);

  async function add(): Promise<void> {
    const host = readHost(typed.value);
    if (host === null) {
      fault.value = { text: t('settings.host-bad'), since: {} };
      return;
    }
    await toasts.attempt(connection.api.permissions.allowHost(host));
    await allowedHosts.refresh();
    typed.value = '';
  }

  return (
    <form
      class="wide fields"
      noValidate
      aria-label={t('settings.hosts')}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Field
        label={t('settings.host-add')}
        hint={t('settings.host-add-hint')}
        placeholder="http://localhost:8080"
        inputMode="url"
        fault={fault.value}
        value={typed.value}
        onChange={(address) => {
          fault.value = null;
          typed.value = address;
        }}
      >
        <button type="submit" class="button" disabled={typed.value.trim() === ''}>
          {t('settings.host-allow')}
        </button>
      </Field>
    </form>
  );
}
