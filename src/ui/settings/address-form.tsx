/** A section for the address of one service: shows, changes and removes it. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Fallible } from '#shared/rpc/protocol.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import type { FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';

type AddressFormProps = {
  title: string;
  hint: string;
  field: { label: string; hint: string; placeholder: string };
  words: { saved: string; bad: string; remove: string };
  /** Reads the address; sets it if one is given; removes it with `null`. */
  send(address?: string | null): Promise<Fallible<string | null>>;
  /** Whether this is the default address, which cannot be removed. */
  isDefault(address: string): boolean;
};

export function AddressForm({ title, hint, field, words, send, isDefault }: AddressFormProps) {
  const { toasts } = useApp();
  const stored = useSignal<string | null>(null);
  const typed = useSignal<string | null>(null);
  const feedback = useSignal<FeedbackState>(null);

  async function set(address: string | null): Promise<void> {
    const answer = await toasts.attempt(send(address));
    if (!answer) return;
    if (answer.ok) {
      stored.value = answer.value;
      typed.value = null;
    }
    const good = address === null ? null : { isGood: true, text: words.saved };
    feedback.value = answer.ok ? good : { isGood: false, text: words.bad };
  }

  useEffect(
    () => void toasts.attempt(send()).then((answer) => answer?.ok && (stored.value = answer.value)),
    [],
  );
  return (
    <Section title={title} hint={hint}>
      <Form
        layout="section"
        label={title}
        feedback={feedback.value}
        isDisabled={typed.value === null}
        others={
          stored.value !== null &&
          !isDefault(stored.value) && <Button onClick={() => void set(null)}>{words.remove}</Button>
        }
        onSubmit={() => set(typed.value)}
      >
        <Field
          {...field}
          inputMode="url"
          value={typed.value ?? stored.value ?? ''}
          onChange={(address) => {
            feedback.value = null;
            typed.value = address;
          }}
        />
      </Form>
    </Section>
  );
}
