/** What holds an agent back: approval, denied capabilities, steps; and the model it talks to. */
import { capabilities, type Capability } from '../../shared/tool.ts';
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { Switch } from '../parts/switch.tsx';
import { Choice } from '../settings/choice.tsx';
import { Field } from '../settings/field.tsx';
import { Section } from '../settings/section.tsx';
import { SelectField } from '../settings/select-field.tsx';
import type { AgentFields } from './agent-draft.ts';
import { approvalModes } from './approval-modes.ts';

type LimitProps = { fields: AgentFields; onChange: (part: Partial<AgentFields>) => void };

export function AgentLimits({ fields, onChange }: LimitProps) {
  const { providers } = useApp();
  const models = providers.list.value.map((provider) => ({
    value: String(provider.id),
    label: provider.kind === 'guide' ? t('provider.guide') : `${provider.label} · ${provider.model}`,
  }));
  return (
    <>
      <Section title={t('agents.approval')} hint={t('agents.approval-hint')}>
        <Choice
          label={t('agents.approval-default')}
          options={approvalModes.map((mode) => ({ value: mode, label: t(`approval.${mode}`) }))}
          value={fields.approval}
          onChoose={(approval) => onChange({ approval })}
        />
      </Section>
      <Section title={t('agents.deny')} hint={t('agents.deny-hint')}>
        <ul class="cards">
          {capabilities.map((capability) => (
            <DenyRow key={capability} capability={capability} fields={fields} onChange={onChange} />
          ))}
        </ul>
      </Section>
      <Section title={t('agents.limits')}>
        <StepsField fields={fields} onChange={onChange} />
        <div class="wide">
          <SelectField
            label={t('agents.model')}
            hint={t('agents.model-hint')}
            options={[{ value: '', label: t('agents.model-default') }, ...models]}
            value={fields.provider}
            onChange={(provider) => onChange({ provider })}
          />
        </div>
      </Section>
    </>
  );
}

function DenyRow({ capability, fields, onChange }: LimitProps & { capability: Capability }) {
  const label = t(`deny.${capability}`);
  const turn = (isDenied: boolean) =>
    onChange({
      deny: isDenied ? [...fields.deny, capability] : fields.deny.filter((denied) => denied !== capability),
    });
  return (
    <li class="card-row switch-row">
      <span class="row-text">{label}</span>
      <Switch label={label} isOn={fields.deny.includes(capability)} onChange={turn} />
    </li>
  );
}

function StepsField({ fields, onChange }: LimitProps) {
  return (
    <div class="wide steps">
      {!fields.isUnlimited && (
        <Field
          label={t('agents.steps')}
          hint={t('agents.steps-hint')}
          value={fields.steps}
          onChange={(steps) => onChange({ steps })}
        />
      )}
      <label class="check-line">
        <input
          type="checkbox"
          checked={fields.isUnlimited}
          onChange={({ currentTarget }) => onChange({ isUnlimited: currentTarget.checked })}
        />
        <span class="check-text">{t('agents.unlimited')}</span>
      </label>
    </div>
  );
}
