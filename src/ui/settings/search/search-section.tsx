/** Where tools search: the service for the web and for code, the user's own services, and a form for another. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { SearchInfo, SearchPurpose } from '#shared/api/search.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { Feedback, type FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { SelectField } from '#src/ui/kit/form/select-field.tsx';
import { Icon } from '#src/ui/kit/icon.tsx';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import { SearchForm } from './search-form.tsx';
import { serviceName } from './search-names.ts';

export function SearchSection() {
  const { services, edited, feedback, edit, use, test, remove, saved } = useServices();
  return (
    <Section title={t('settings.search')} hint={t('settings.search-hint')}>
      <div class="wide fields">
        <ServiceChoice purpose="web" services={services} onUse={use} />
        <ServiceChoice purpose="code" services={services} onUse={use} />
      </div>
      <ul class="cards">
        {services.map((service) => (
          <ServiceRow
            key={service.id}
            service={service}
            onTest={() => test(service)}
            onEdit={() => edit(service)}
            onRemove={() => remove(service)}
          />
        ))}
        {edited.value === null && (
          <li>
            <button type="button" class="row card-action" onClick={() => edit('new')}>
              <Icon name="plus" />
              {t('settings.search-add')}
            </button>
          </li>
        )}
      </ul>
      <Feedback state={feedback.value} />
      {edited.value !== null && (
        <SearchForm
          key={edited.value === 'new' ? 'new' : edited.value.id}
          stored={edited.value === 'new' ? undefined : edited.value}
          onSaved={saved}
          onCancel={() => (edited.value = null)}
        />
      )}
    </Section>
  );
}

function useServices() {
  const { connection, toasts } = useApp();
  const { search } = connection.api;
  const list = useSignal<readonly SearchInfo[]>([]);
  const edited = useSignal<SearchInfo | 'new' | null>(null);
  const feedback = useSignal<FeedbackState>(null);
  const refresh = async () => {
    const services = await toasts.attempt(search.list());
    if (services) list.value = services;
  };
  useEffect(() => void refresh(), []);
  return {
    services: list.value,
    edited,
    feedback,
    edit(service: SearchInfo | 'new') {
      feedback.value = null;
      edited.value = service;
    },
    async use(id: string, purpose: SearchPurpose) {
      const answer = await toasts.attempt(search.use(id, purpose));
      feedback.value =
        answer && !answer.ok
          ? { isGood: false, text: t('edit.save-failed', { reason: answer.error.message }) }
          : null;
      await refresh();
    },
    async test(service: SearchInfo) {
      const name = serviceName(service);
      feedback.value = null;
      const answer = await toasts.attempt(search.test(service.id));
      if (!answer) return;
      const { ok, message } = answer;
      const text = ok
        ? t('settings.search-works', { name, result: message })
        : t('settings.search-fails', { name, reason: message });
      feedback.value = { isGood: ok, text };
    },
    async remove(service: SearchInfo) {
      await toasts.attempt(search.remove(service.id));
      edited.value = null;
      await refresh();
      toasts.show(t('edit.removed', { name: serviceName(service) }));
    },
    async saved(service: SearchInfo) {
      edited.value = null;
      feedback.value = { isGood: true, text: t('edit.saved', { name: serviceName(service) }) };
      await refresh();
    },
  };
}

type ServiceChoiceProps = {
  purpose: SearchPurpose;
  services: readonly SearchInfo[];
  onUse: (id: string, purpose: SearchPurpose) => Promise<void>;
};

function ServiceChoice({ purpose, services, onUse }: ServiceChoiceProps) {
  const used = services.find(({ uses }) => uses.includes(purpose));
  return (
    <SelectField
      label={t(`settings.search-${purpose}`)}
      options={services.map((service) => ({ value: service.id, label: serviceName(service) }))}
      value={used?.id ?? ''}
      onChange={(id) => void onUse(id, purpose)}
    />
  );
}

type ServiceRowProps = {
  service: SearchInfo;
  onTest: () => Promise<void>;
  onEdit: () => void;
  onRemove: () => Promise<void>;
};

function ServiceRow({ service, onTest, onEdit, onRemove }: ServiceRowProps) {
  const isTesting = useSignal(false);
  const name = serviceName(service);
  const { kind, host, hasKey } = service;
  const test = async () => {
    isTesting.value = true;
    await onTest();
    isTesting.value = false;
  };
  return (
    <li class="card-row">
      <div class="row-text">
        <strong>{name}</strong>
        <small class={host ? undefined : 'sentence'}>
          {[host, t(hasKey ? 'settings.key-stored' : 'settings.no-key')].filter(Boolean).join(' · ')}
        </small>
        <Button kind="text" disabled={isTesting.value} onClick={() => void test()}>
          {isTesting.value ? t('settings.search-testing') : t('settings.search-test', { name })}
        </Button>
      </div>
      {kind !== 'open' && (
        <>
          <QuietButton icon="edit" label={t('settings.edit-provider', { name })} onClick={onEdit} />
          <QuietButton
            icon="trash"
            label={t('settings.remove-provider', { name })}
            onClick={() => void onRemove()}
          />
        </>
      )}
    </li>
  );
}
