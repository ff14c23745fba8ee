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
import { AgentModels } from './agent-models.tsx';
import { approvalModes } from '#shared/tools/permission.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './agent-form.module.css';

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
