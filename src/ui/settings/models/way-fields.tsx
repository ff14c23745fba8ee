/** How the server of a model wants its requests: automatic, with what was found out, or as the user chooses. */
import { wayValues, waysOfKind, type ModelWays, type WayName } from '#shared/models/ways.ts';
import type { TextKey } from '#shared/text/index.ts';
import { t } from '#src/state/text/text.ts';
import { SelectField } from '#src/ui/kit/form/select-field.tsx';
import type { ProviderFields } from './provider-draft.ts';

type WayFieldsProps = {
  fields: Pick<ProviderFields, 'kind' | 'ways'>;
  /** What checks and refused requests taught. */
  found: ModelWays;
  onChange: (part: Pick<ProviderFields, 'ways'>) => void;
};

export function WayFields({ fields: { kind, ways }, found, onChange }: WayFieldsProps) {
  return (
    <>
      {waysOfKind[kind].map((name) => (
        <WayField
          key={name}
          name={name}
          values={valuesFor(name, kind)}
          chosen={ways[name]}
          found={found[name]}
          onChoose={(value) => {
            const { [name]: _, ...others } = ways;
            onChange({ ways: value === undefined ? others : { ...others, [name]: value } });
          }}
        />
      ))}
    </>
  );
}

type Value = string | boolean;

const labels: Record<WayName, { label: TextKey; hint: TextKey }> = {
  returnsThoughts: { label: 'form.way-thoughts', hint: 'form.way-thoughts-hint' },
  systemRole: { label: 'form.way-system', hint: 'form.way-system-hint' },
  limitName: { label: 'form.way-limit', hint: 'form.way-limit-hint' },
  toolStyle: { label: 'form.way-tools', hint: 'form.way-tools-hint' },
  toolList: { label: 'form.tool-list', hint: 'form.tool-list-hint' },
};

/** The names of fields and roles are those of the formats, in every language. */
const valueTexts: Readonly<Record<string, TextKey>> = {
  true: 'form.yes',
  false: 'form.no',
  user: 'form.way-system-user',
  none: 'form.way-limit-none',
  native: 'form.way-tools-native',
  text: 'form.way-tools-text',
  all: 'form.tool-list-all',
  short: 'form.tool-list-short',
};

function valuesFor(name: WayName, kind: ProviderFields['kind']): readonly Value[] {
  const values: readonly Value[] = wayValues[name];
  // The other formats have a field for the system prompt, and no roles for it.
  return name === 'systemRole' && kind !== 'openai-chat'
    ? values.filter((each) => each !== 'developer')
    : values;
}

function textOf(value: Value): string {
  const key = valueTexts[String(value)];
  return key ? t(key) : String(value);
}

type WayFieldProps = {
  name: WayName;
  values: readonly Value[];
  chosen: Value | undefined;
  found: Value | undefined;
  onChoose: (value: Value | undefined) => void;
};

function WayField({ name, values, chosen, found, onChoose }: WayFieldProps) {
  const automatic = found === undefined ? t('form.as-known') : t('form.as-found', { found: textOf(found) });
  const options = [
    { value: '', label: automatic },
    ...values.map((value) => ({ value: String(value), label: textOf(value) })),
  ];
  return (
    <SelectField
      label={t(labels[name].label)}
      hint={t(labels[name].hint)}
      options={options}
      value={chosen === undefined ? '' : String(chosen)}
      onChange={(picked) => onChoose(values.find((value) => String(value) === picked))}
    />
  );
}
