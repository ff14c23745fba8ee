/** The passphrase fields and their submit button; errors are shown at the field. */
import { useSignal } from '@preact/signals';
import { Button } from '#src/ui/kit/form/button.tsx';
import { minPassphraseLength, type VaultAnswer } from '#shared/rpc/vault.ts';
import { t, toKey } from '#src/state/text/text.ts';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';

type FieldName = 'current' | 'next' | 'again';
type Fault = { field: FieldName; text: string };

type PassphraseFormProps = {
  /** The label of the field for the current passphrase; absent: the form has no such field. */
  current?: string;
  /** Asks for a new passphrase, twice. */
  asksNew?: boolean;
  action: string;
  /** The sentence for a wrong passphrase, if it may have another cause. */
  wrong?: string;
  onSubmit: (current: string, next: string) => Promise<VaultAnswer | undefined>;
  onDone: () => void;
  onCancel?: () => void;
};

export function PassphraseForm({
  current,
  asksNew = false,
  action,
  wrong,
  onSubmit,
  onDone,
  onCancel,
}: PassphraseFormProps) {
  const values = useSignal({ current: '', next: '', again: '' });
  const fault = useSignal<Fault | null>(null);
  const isWorking = useSignal(false);

  async function submit(): Promise<void> {
    const { current: typed, next, again } = values.value;
    fault.value = asksNew && next !== again ? { field: 'again', text: t('passphrase.differs') } : null;
    if (fault.value) return;
    isWorking.value = true;
    const answer = await onSubmit(typed, next).finally(() => (isWorking.value = false));
    if (answer?.problem) fault.value = explain(answer.problem, current !== undefined, wrong);
    else if (answer) onDone();
  }

  const field = (name: FieldName, label: string, hint?: string) => (
    <Field
      label={label}
      type="password"
      {...(hint ? { hint } : {})}
      name={name}
      value={values.value[name]}
      onChange={(value) => (values.value = { ...values.value, [name]: value })}
    />
  );
  return (
    <Form layout="bare" class="form wide" fault={fault.value} onSubmit={submit}>
      {current !== undefined && field('current', current)}
      {asksNew && field('next', t('passphrase.new'), t('passphrase.hint', { count: minPassphraseLength }))}
      {asksNew && field('again', t('passphrase.again'))}
      <div class="chips">
        <button type="submit" class="button primary" disabled={isWorking.value}>
          {isWorking.value ? t('passphrase.working') : action}
        </button>
        {onCancel && <Button onClick={onCancel}>{t('passphrase.cancel')}</Button>}
      </div>
    </Form>
  );
}

function explain(
  problem: NonNullable<VaultAnswer['problem']>,
  asksCurrent: boolean,
  wrong: string | undefined,
): Fault {
  const text =
    problem === 'wrong' && wrong !== undefined
      ? wrong
      : t(`passphrase.${toKey(problem)}`, { count: minPassphraseLength });
  const isOfNew = problem === 'too_short' || !asksCurrent;
  return { field: isOfNew ? 'next' : 'current', text };
}
