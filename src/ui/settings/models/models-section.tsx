/** The configured models: the default, and actions to change or remove one. */
import { hasNetwork, type ProviderInfo } from '#shared/models/provider.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { Icon } from '#src/ui/kit/icon.tsx';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { AddRow } from '#src/ui/kit/list/record-list.tsx';
import styles from '../settings.module.css';

export function ModelsSection() {
  const { providers } = useApp();
  return (
    <Section title={t('settings.models')} hint={t('settings.models-hint')}>
      <ul class="cards">
        {providers.list.value.map((provider) => (
          <ProviderRow key={provider.id} provider={provider} />
        ))}
        <AddRow label={t('model.add')} route={{ view: 'provider', provider: null }} />
      </ul>
    </Section>
  );
}

function ProviderRow({ provider }: { provider: ProviderInfo }) {
  const { providers, router, toasts } = useApp();
  const isGuide = provider.kind === 'guide';
  const name = isGuide ? t('provider.guide') : provider.label;

  async function remove(): Promise<void> {
    if (await providers.remove(provider.id)) toasts.show(t('edit.removed', { name }));
  }

  return (
    <li class="card-row">
      <div class="row-text">
        <strong>{name}</strong>
        <small>{describe(provider)}</small>
        <DefaultMarker provider={provider} name={name} />
      </div>
      {!isGuide && (
        <>
          {hasNetwork(provider.kind) && (
            <QuietButton
              icon="edit"
              label={t('settings.edit-provider', { name })}
              onClick={() => router.go({ view: 'provider', provider: provider.id })}
            />
          )}
          <QuietButton
            icon="trash"
            label={t('settings.remove-provider', { name })}
            onClick={() => void remove()}
          />
        </>
      )}
    </li>
  );
}

function DefaultMarker({ provider, name }: { provider: ProviderInfo; name: string }) {
  const { providers } = useApp();
  if (provider.id === providers.defaultId.value) {
    return (
      <span class={styles.tag}>
        <Icon name="check" />
        {t('settings.is-default')}
      </span>
    );
  }
  const label = t('settings.use-default');
  return (
    <Button
      kind="text"
      aria-label={`${label}: ${name}`}
      onClick={() => void providers.setDefault(provider.id)}
    >
      {label}
    </Button>
  );
}

function describe({ kind, model, baseUrl, hasKey }: ProviderInfo): string {
  if (kind === 'guide') return t('provider.built-in');
  if (!hasNetwork(kind)) return model;
  const host = baseUrl && URL.canParse(baseUrl) ? new URL(baseUrl).host : (baseUrl ?? '');
  return [model, host, t(hasKey ? 'settings.key-stored' : 'settings.no-key')].filter(Boolean).join(' · ');
}
