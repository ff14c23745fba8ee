/** Overrides for a model where the catalogue is wrong or silent, with the catalogue's values. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { serverKinds, type ModelFacts } from '#shared/models/provider.ts';
import { language, t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { formatCount } from '#src/ui/kit/format.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { Choice } from '#src/ui/kit/form/choice.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import type { FormFault } from '#src/ui/kit/form/form-fault.ts';
import { draftOf, type ProviderFields } from './provider-draft.ts';
import { SelectField } from '#src/ui/kit/form/select-field.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from '../settings.module.css';

type AdvancedProps = {
  fields: ProviderFields;
  fault: FormFault | null;
  onChange: (part: Partial<ProviderFields>) => void;
};

export function AdvancedFields({ fields, fault, onChange }: AdvancedProps) {
  const isFaulty = fault?.field === 'contextTokens' || fault?.field === 'outputTokens';
  return (
    <details class={styles.advanced} open={isFaulty || undefined}>
      <summary>
        <Icon name="chevron-right" />
        {t('edit.advanced')}
      </summary>
      <div class={classNames('form', styles.advancedBody)}>
        <Facts fields={fields} />
        <SelectField
          label={t('form.protocol')}
          hint={t('form.protocol-hint')}
          options={serverKinds.map((kind) => ({ value: kind, label: t(`protocol.${kind}`) }))}
          value={fields.kind}
          onChange={(kind) => onChange({ kind })}
        />
        <Field
          label={t('form.context-tokens')}
          hint={t('form.context-tokens-hint')}
          name="contextTokens"
          value={fields.contextTokens}
          onChange={(contextTokens) => onChange({ contextTokens })}
        />
        <Field
          label={t('form.output-tokens')}
          hint={t('form.output-tokens-hint')}
          name="outputTokens"
          value={fields.outputTokens}
          onChange={(outputTokens) => onChange({ outputTokens })}
        />
        <Ability
          label={t('form.sees-images')}
          value={fields.images}
          onChoose={(images) => onChange({ images })}
        />
        <Ability
          label={t('form.reads-pdf')}
          value={fields.documents}
          onChoose={(documents) => onChange({ documents })}
        />
        <Ability
          label={t('form.thinks')}
          value={fields.reasoning}
          onChoose={(reasoning) => onChange({ reasoning })}
        />
        <ToolList value={fields.toolList} onChange={(toolList) => onChange({ toolList })} />
      </div>
    </details>
  );
}

type Answer = ProviderFields['images'];

function Ability({ label, ...rest }: { label: string; value: Answer; onChoose: (answer: Answer) => void }) {
  const options = (['as-known', 'yes', 'no'] as const).map((value) => ({ value, label: t(`form.${value}`) }));
  return <Choice label={label} options={options} {...rest} />;
}

const toolListTexts = {
  'as-known': 'form.as-known',
  all: 'form.tool-list-all',
  short: 'form.tool-list-short',
} as const;

type ToolListProps = {
  value: ProviderFields['toolList'];
  onChange: (toolList: ProviderFields['toolList']) => void;
};

function ToolList(props: ToolListProps) {
  const options = (['as-known', 'all', 'short'] as const).map((value) => ({
    value,
    label: t(toolListTexts[value]),
  }));
  return (
    <SelectField label={t('form.tool-list')} hint={t('form.tool-list-hint')} options={options} {...props} />
  );
}

function Facts({ fields }: { fields: ProviderFields }) {
  const { connection } = useApp();
  const facts = useSignal<ModelFacts | null>(null);
  const draft = draftOf(fields, undefined);
  const { kind, baseUrl, model } = draft;
  useEffect(() => {
    let isCurrent = true;
    // The form works without the catalogue's values.
    const show = (found: ModelFacts | null) => void (isCurrent && (facts.value = found));
    connection.api.providers.modelFacts(draft).then(show, () => show(null));
    return () => void (isCurrent = false);
  }, [kind, baseUrl, model]);
  const { value } = facts;
  if (!value || model === '') return null;
  const sentence = t(value.isKnown ? 'form.facts' : 'form.facts-unknown', { model, facts: describe(value) });
  const date = value.date ? ` ${t('form.facts-date', { date: formatDate(value.date) })}` : '';
  return <p class="hint">{sentence + date}</p>;
}

function describe({ traits }: ModelFacts): string {
  const { contextTokens, outputTokens, images, reasoning, prices } = traits;
  const facts = [
    t('facts.window', { count: contextTokens }),
    t('facts.reply', { count: outputTokens }),
    t(images ? 'facts.images' : 'facts.no-images'),
    ...(reasoning ? [t('facts.thinks')] : []),
    ...(prices
      ? [t('facts.prices', { input: formatCount(prices.input), output: formatCount(prices.output) })]
      : []),
  ];
  return new Intl.ListFormat(language.value, { type: 'conjunction' }).format(facts);
}

function formatDate(day: string): string {
  return new Date(day).toLocaleDateString(language.value, { dateStyle: 'medium', timeZone: 'UTC' });
}
