/** Adding or changing one model. */
import '#src/ui/styles/screens.ts';
import type { ProviderInfo } from '#shared/models/provider.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Page } from '#src/ui/kit/bar/page.tsx';
import { useSignal } from '@preact/signals';
import { Button } from '#src/ui/kit/form/button.tsx';
import { AdvancedFields } from './advanced-fields.tsx';
import type { FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import type { FormFault } from '#src/ui/kit/form/form-fault.ts';
import { LocalNetworkHint } from '../local-network-hint.tsx';
import { KeyField } from './key-field.tsx';
import { ModelField } from './model-field.tsx';
import { PresetChoice, presetHint } from './preset-choice.tsx';
import {
  loadModels,
  saveProvider,
  testConnection,
  type ProviderFormState,
  type Work,
} from './provider-actions.ts';
import { fieldsOf, type ProviderFields } from './provider-draft.ts';

export function ProviderView() {
  const { router, providers } = useApp();
  const route = router.route.value;
  const id = route.view === 'provider' ? route.provider : null;
  const stored: ProviderInfo | undefined = providers.find(id);
  // A deep link is opened before the engine has sent the providers.
  const isWaiting = id !== null && !stored;
  return (
    <Page title={t(id ? 'form.edit-title' : 'form.add-title')} onBack={() => router.go({ view: 'settings' })}>
      {!isWaiting && <ProviderForm stored={stored} />}
    </Page>
  );
}

/** The form of one model: address, key, name, and a connection test. */
function ProviderForm({ stored }: { stored: ProviderInfo | undefined }) {
  const app = useApp();
  const form = useFormState(stored);
  const context = { app, form, stored };
  const fields = form.fields.value;
  const working = form.working.value;
  const change = (part: Partial<ProviderFields>) => {
    form.fields.value = { ...fields, ...part };
    form.feedback.value = null;
    form.fault.value = null;
  };
  return (
    <Form
      layout="page"
      fault={form.fault.value}
      feedback={form.feedback.value}
      action={t(working === 'save' ? 'edit.saving' : 'edit.save')}
      isDisabled={working !== null}
      others={
        <Button disabled={working !== null} onClick={() => void testConnection(context)}>
          {t(working === 'test' ? 'form.testing' : 'form.test')}
        </Button>
      }
      onSubmit={() => saveProvider(context)}
    >
      {!stored && <PresetChoice fields={fields} onChange={change} />}
      <AddressFields fields={fields} onChange={change} />
      <KeyField stored={stored} fields={fields} onChange={change} />
      <ModelField
        value={fields.model}
        models={form.models.value}
        feedback={form.modelFeedback.value}
        onChange={(model) => change({ model })}
      >
        <Button disabled={working !== null} onClick={() => void loadModels(context)}>
          {t(working === 'models' ? 'form.loading' : 'form.load-models')}
        </Button>
      </ModelField>
      <AdvancedFields
        fields={fields}
        fault={form.fault.value}
        isChecking={working === 'test'}
        onChange={change}
      />
    </Form>
  );
}

function useFormState(stored: ProviderInfo | undefined): ProviderFormState {
  return {
    fields: useSignal(fieldsOf(stored)),
    models: useSignal<readonly string[]>([]),
    modelFeedback: useSignal<FeedbackState>(null),
    feedback: useSignal<FeedbackState>(null),
    fault: useSignal<FormFault | null>(null),
    working: useSignal<Work | null>(null),
    tested: useSignal(''),
  };
}

type AddressFieldsProps = {
  fields: ProviderFields;
  onChange: (part: Partial<ProviderFields>) => void;
};

function AddressFields({ fields, onChange }: AddressFieldsProps) {
  return (
    <>
      <Field label={t('edit.name')} value={fields.name} onChange={(name) => onChange({ name })} />
      <Field
        label={t('form.base-url')}
        hint={presetHint(fields.baseUrl) ?? t('form.base-url-hint')}
        name="baseUrl"
        placeholder="http://localhost:11434/v1"
        inputMode="url"
        value={fields.baseUrl}
        onChange={(baseUrl) => onChange({ baseUrl })}
      />
      <LocalNetworkHint address={fields.baseUrl} />
    </>
  );
}
