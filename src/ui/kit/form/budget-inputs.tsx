/** The two fields of a budget: tokens, and US dollars where prices are known. */
import { t } from '#src/state/text/text.ts';
import type { BudgetFields } from './budget-fields.ts';
import { Field } from './field.tsx';

type BudgetInputsProps = {
  fields: BudgetFields;
  onChange: (part: Partial<BudgetFields>) => void;
};

export function BudgetInputs({ fields, onChange }: BudgetInputsProps) {
  return (
    <div class="wide fields">
      <Field
        label={t('budget.tokens')}
        inputMode="numeric"
        name="tokens"
        value={fields.tokens}
        onChange={(tokens) => onChange({ tokens })}
      />
      <Field
        label={t('budget.cost')}
        hint={t('budget.cost-hint')}
        inputMode="decimal"
        name="cost"
        value={fields.cost}
        onChange={(cost) => onChange({ cost })}
      />
    </div>
  );
}
