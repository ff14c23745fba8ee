/** The private network addresses tools may reach, each with a revoke button, and a field for another one. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import type { FormFault } from '#src/ui/kit/form/form-fault.ts';
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
              <QuietButton
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
  const fault = useSignal<FormFault | null>(null);

  async function add(): Promise<void> {
    const host = readHost(typed.value);
    if (host === null) {
      fault.value = { field: 'host', text: t('settings.host-bad') };
      return;
    }
    await toasts.attempt(connection.api.permissions.allowHost(host));
    await allowedHosts.refresh();
    typed.value = '';
  }

  return (
    <Form layout="bare" class="wide fields" label={t('settings.hosts')} fault={fault.value} onSubmit={add}>
      <Field
        label={t('settings.host-add')}
        hint={t('settings.host-add-hint')}
        placeholder="http://localhost:8080"
        inputMode="url"
        name="host"
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
    </Form>
  );
}
