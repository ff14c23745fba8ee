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
import { WayFields } from './way-fields.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from '../settings.module.css';

type AdvancedProps = {
  fields: ProviderFields;
  fault: FormFault | null;
  /** What is found out is read again after a check. */
  isChecking: boolean;
  onChange: (part: Partial<ProviderFields>) => void;
};

export function AdvancedFields({ fields, fault, isChecking, onChange }: AdvancedProps) {
  const facts = useFacts(fields, isChecking);
  const isFaulty = fault?.field === 'contextTokens' || fault?.field === 'outputTokens';
  return (
    <details class={styles.advanced} open={isFaulty || undefined}>
      <summary>
        <Icon name="chevron-right" />
        {t('edit.advanced')}
      </summary>
      <div class={classNames('form', styles.advancedBody)}>
        <Facts facts={facts} model={fields.model.trim()} />
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
        <WayFields fields={fields} found={facts?.ways ?? {}} onChange={onChange} />
      </div>
    </details>
  );
}

type Answer = ProviderFields['images'];

function Ability({ label, ...rest }: { label: string; value: Answer; onChoose: (answer: Answer) => void }) {
  const options = (['as-known', 'yes', 'no'] as const).map((value) => ({ value, label: t(`form.${value}`) }));
  return <Choice label={label} options={options} {...rest} />;
}

function useFacts(fields: ProviderFields, isChecking: boolean): ModelFacts | null {
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
  }, [kind, baseUrl, model, isChecking]);
  return facts.value;
}

function Facts({ facts, model }: { facts: ModelFacts | null; model: string }) {
  if (!facts || model === '') return null;
  const sentence = t(facts.isKnown ? 'form.facts' : 'form.facts-unknown', { model, facts: describe(facts) });
  const date = facts.date ? ` ${t('form.facts-date', { date: formatDate(facts.date) })}` : '';
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
