/** The limits of an agent: approval, denied capabilities, steps and budget; and its models. */
import * as limits from '#shared/limits.ts';
import { capabilities, type Capability, type ToolInfo } from '#shared/tools/tool.ts';
import { t } from '#src/state/text/text.ts';
import { SwitchRow } from '#src/ui/kit/switch.tsx';
import { BudgetInputs } from '#src/ui/kit/form/budget-inputs.tsx';
import { Choice } from '#src/ui/kit/form/choice.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import type { AgentFields } from './agent-draft.ts';
import { AgentDeadlines } from './agent-deadlines.tsx';
import { approvalModes } from '#shared/tools/permission.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './agent-form.module.css';
import { useApp } from '#src/ui/app-context.ts';
import { SelectField } from '#src/ui/kit/form/select-field.tsx';

type LimitProps = { fields: AgentFields; onChange: (part: Partial<AgentFields>) => void };

export function AgentLimits({ fields, tools, onChange }: LimitProps & { tools: readonly ToolInfo[] }) {
  // A capability that no tool uses gets no switch, because the switch would have no effect.
  const used = new Set(
    tools.flatMap(({ capabilities, optionalCapabilities = [] }) => [
      ...capabilities,
      ...optionalCapabilities,
    ]),
  );
  const isUsed = (capability: Capability) => used.has(capability);
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
          {capabilities.filter(isUsed).map((capability) => (
            <DenyRow key={capability} capability={capability} fields={fields} onChange={onChange} />
          ))}
        </ul>
      </Section>
      <Section title={t('agents.limits')}>
        <StepsField fields={fields} onChange={onChange} />
        <AgentModels fields={fields} onChange={onChange} />
        <div class="wide fields">
          <Field
            label={t('agents.errors')}
            hint={t('agents.errors-hint', { count: limits.failedSteps })}
            inputMode="numeric"
            name="errors"
            value={fields.errors}
            onChange={(errors) => onChange({ errors })}
          />
          <Field
            label={t('agents.parallel')}
            hint={t('agents.parallel-hint', { count: limits.parallelCalls })}
            name="parallel"
            value={fields.parallel}
            onChange={(parallel) => onChange({ parallel })}
          />
        </div>
      </Section>
      <Section title={t('agents.deadlines')} hint={t('agents.deadlines-hint')}>
        <AgentDeadlines fields={fields} tools={tools} onChange={onChange} />
      </Section>
      <Section title={t('agents.budget')} hint={t('agents.budget-hint')}>
        <BudgetInputs fields={fields} onChange={onChange} />
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
  return <SwitchRow label={label} isOn={fields.deny.includes(capability)} onChange={turn} />;
}

function StepsField({ fields, onChange }: LimitProps) {
  return (
    <div class={classNames('wide', styles.steps)}>
      {!fields.isUnlimited && (
        <Field
          label={t('agents.steps')}
          hint={t('agents.steps-hint')}
          name="steps"
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

type ModelsProps = {
  fields: Pick<AgentFields, 'provider' | 'fallbacks'>;
  onChange: (part: Partial<AgentFields>) => void;
};

/** A longer fallback chain would only hide that something is wrong. */
const maxFallbacks = 3;

/** The model of an agent and its fallbacks. */
function AgentModels({ fields, onChange }: ModelsProps) {
  const { providers } = useApp();
  const models = providers.list.value.map((provider) => ({
    value: String(provider.id),
    label: provider.kind === 'guide' ? t('provider.guide') : `${provider.label} · ${provider.model}`,
  }));
  const { fallbacks } = fields;
  // One more select than fallbacks chosen; choosing none removes that fallback.
  const places = [...fallbacks, ''].slice(0, Math.max(maxFallbacks, fallbacks.length));
  const choose = (at: number, id: string) =>
    onChange({ fallbacks: places.with(at, id).filter((each) => each !== '') });
  return (
    <div class="wide fields">
      <SelectField
        label={t('agents.model')}
        hint={t('agents.model-hint')}
        options={[{ value: '', label: t('agents.model-default') }, ...models]}
        value={fields.provider}
        onChange={(provider) => onChange({ provider })}
      />
      {places.map((chosen, at) => (
        <SelectField
          key={`${at} ${chosen}`}
          label={t(at === 0 ? 'agents.fallback' : 'agents.fallback-next')}
          {...(at === 0 ? { hint: t('agents.fallback-hint') } : {})}
          options={[{ value: '', label: t('agents.fallback-none') }, ...models]}
          value={chosen}
          onChange={(id) => choose(at, id)}
        />
      ))}
    </div>
  );
}
