/**
 * The form of one search service: its kind, address and key, and for a JSON service the paths in its answers.
 */
import { useSignal } from '@preact/signals';
import { searchKinds, type JsonTemplate, type SearchDraft, type SearchInfo } from '#shared/api/search.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import type { FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import { SelectField } from '#src/ui/kit/form/select-field.tsx';
import { kindName } from './search-names.ts';

type Fields = { kind: SearchDraft['kind']; baseUrl: string; apiKey: string; template: JsonTemplate };

type SearchFormProps = {
  stored: SearchInfo | undefined;
  onSaved: (service: SearchInfo) => Promise<void>;
  onCancel: () => void;
};

export function SearchForm({ stored, onSaved, onCancel }: SearchFormProps) {
  const { connection, toasts } = useApp();
  const fields = useSignal(fieldsOf(stored));
  const feedback = useSignal<FeedbackState>(null);
  const change = (part: Partial<Fields>) => {
    feedback.value = null;
    fields.value = { ...fields.value, ...part };
  };
  const save = async () => {
    const answer = await toasts.attempt(connection.api.search.save(draftOf(fields.value, stored)));
    if (!answer) return;
    if (answer.ok) return onSaved(answer.value);
    const isLocked = answer.error.type === 'permission_denied';
    const text = isLocked
      ? t('settings.relay-locked')
      : t('edit.save-failed', { reason: answer.error.message });
    feedback.value = { isGood: false, text };
  };
  return (
    <Form
      layout="section"
      label={t('settings.search-service')}
      feedback={feedback.value}
      onCancel={onCancel}
      onSubmit={save}
    >
      <ServiceFields fields={fields.value} stored={stored} onChange={change} />
    </Form>
  );
}

type ServiceFieldsProps = {
  fields: Fields;
  stored: SearchInfo | undefined;
  onChange: (part: Partial<Fields>) => void;
};

const offered = searchKinds.filter((kind) => kind !== 'open');
/** Services whose answers have no CORS headers. */
const closed: readonly SearchDraft['kind'][] = ['brave', 'exa'];

function ServiceFields({ fields, stored, onChange }: ServiceFieldsProps) {
  const { kind, baseUrl, apiKey, template } = fields;
  const keyHint = stored?.hasKey
    ? t('settings.search-key-stored', { host: stored.host })
    : t('settings.search-key-hint');
  return (
    <>
      {!stored && (
        <SelectField
          label={t('settings.search-service')}
          {...(closed.includes(kind) ? { hint: t('settings.search-relay') } : {})}
          options={offered.map((each) => ({ value: each, label: kindName(each) }))}
          value={kind}
          onChange={(each) => onChange({ kind: each })}
        />
      )}
      {kind === 'searxng' && (
        <Field
          label={t('settings.search-address')}
          placeholder="https://search.example.org"
          inputMode="url"
          value={baseUrl}
          onChange={(url) => onChange({ baseUrl: url })}
        />
      )}
      {kind === 'json' && (
        <TemplateFields
          template={template}
          onChange={(part) => onChange({ template: { ...template, ...part } })}
        />
      )}
      <Field
        label={t('settings.search-key')}
        hint={keyHint}
        type="password"
        placeholder={stored?.hasKey ? '••••••••••••' : ''}
        value={apiKey}
        onChange={(key) => onChange({ apiKey: key })}
      />
    </>
  );
}

type TemplateFieldsProps = { template: JsonTemplate; onChange: (part: Partial<JsonTemplate>) => void };

function TemplateFields({ template, onChange }: TemplateFieldsProps) {
  const { url, results, title, link, text = '', date = '', keyHeader = '' } = template;
  return (
    <>
      <Field
        label={t('settings.search-url')}
        hint={t('settings.search-url-hint')}
        placeholder="https://search.example/api?q={query}&n={count}"
        inputMode="url"
        value={url}
        onChange={(value) => onChange({ url: value })}
      />
      <Field
        label={t('settings.search-results')}
        hint={t('settings.search-results-hint')}
        value={results}
        onChange={(value) => onChange({ results: value })}
      />
      <Field
        label={t('settings.search-title')}
        value={title}
        onChange={(value) => onChange({ title: value })}
      />
      <Field label={t('settings.search-link')} value={link} onChange={(value) => onChange({ link: value })} />
      <Field label={t('settings.search-text')} value={text} onChange={(value) => onChange({ text: value })} />
      <Field label={t('settings.search-date')} value={date} onChange={(value) => onChange({ date: value })} />
      <Field
        label={t('settings.relay-header')}
        value={keyHeader}
        onChange={(value) => onChange({ keyHeader: value })}
      />
    </>
  );
}

const usualTemplate: JsonTemplate = {
  url: '',
  results: 'results',
  title: 'title',
  link: 'url',
  text: 'content',
};

function fieldsOf(stored: SearchInfo | undefined): Fields {
  return {
    kind: stored?.kind ?? 'brave',
    baseUrl: stored?.baseUrl ?? '',
    apiKey: '',
    template: stored?.template ?? usualTemplate,
  };
}

/** Without a new key the stored one is kept. */
function draftOf({ kind, baseUrl, apiKey, template }: Fields, stored: SearchInfo | undefined): SearchDraft {
  return {
    kind,
    ...(stored ? { id: stored.id } : {}),
    ...(kind === 'searxng' ? { baseUrl } : {}),
    ...(kind === 'json' ? { template } : {}),
    ...(apiKey.trim() === '' ? {} : { apiKey: apiKey.trim() }),
  };
}
