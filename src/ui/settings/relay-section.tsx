/** The relay that fetches what a server does not let web pages read: its address, and a header with its key. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { RelayDraft, RelayInfo } from '#shared/api/access/network.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import type { FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { readRelayLine } from './relay-line.ts';

type Fields = { url: string; header: string; key: string };

const usualHeader = 'X-Relay-Key';

export function RelaySection() {
  const { stored, fields, isChanged, feedback, change, save, remove } = useRelay();
  return (
    <Section title={t('settings.relay')} hint={t('settings.relay-hint')}>
      <Form
        layout="section"
        label={t('settings.relay')}
        feedback={feedback}
        isDisabled={!isChanged}
        others={stored && <Button onClick={() => void remove()}>{t('settings.relay-remove')}</Button>}
        onSubmit={save}
      >
        <RelayFields fields={fields} stored={stored} onChange={change} />
      </Form>
    </Section>
  );
}

function useRelay() {
  const { connection, toasts } = useApp();
  const stored = useSignal<RelayInfo | null>(null);
  const typed = useSignal<Fields | null>(null);
  const feedback = useSignal<FeedbackState>(null);
  const fields = typed.value ?? fieldsOf(stored.value);
  const relay = (draft?: RelayDraft | null) => toasts.attempt(connection.api.network.relay(draft));

  async function set(draft: RelayDraft | null): Promise<void> {
    const answer = await relay(draft);
    if (!answer) return;
    if (answer.ok) {
      stored.value = answer.value;
      typed.value = null;
    }
    const fault = !answer.ok && answer.error.type === 'permission_denied' ? 'locked' : 'bad';
    const text = answer.ok
      ? draft
        ? 'settings.relay-saved'
        : undefined
      : (`settings.relay-${fault}` as const);
    feedback.value = text ? { isGood: answer.ok, text: t(text) } : null;
  }

  useEffect(() => void relay().then((answer) => answer?.ok && (stored.value = answer.value)), []);
  return {
    stored: stored.value,
    fields,
    isChanged: typed.value !== null,
    feedback: feedback.value,
    change(part: Partial<Fields>) {
      feedback.value = null;
      typed.value = { ...fields, ...part, ...(part.url === undefined ? {} : readRelayLine(part.url)) };
    },
    save: () => set(draftOf(fields, stored.value)),
    remove: () => set(null),
  };
}

type RelayFieldsProps = {
  fields: Fields;
  stored: RelayInfo | null;
  onChange: (part: Partial<Fields>) => void;
};

function RelayFields({ fields, stored, onChange }: RelayFieldsProps) {
  const isKept = stored?.url === fields.url && stored.headers.length > 0;
  return (
    <>
      <Field
        label={t('settings.relay-address')}
        hint={t('settings.relay-address-hint')}
        placeholder="https://relay.example/"
        inputMode="url"
        value={fields.url}
        onChange={(url) => onChange({ url })}
      />
      <Field
        label={t('settings.relay-key')}
        hint={t(isKept ? 'settings.relay-key-stored' : 'settings.relay-key-hint')}
        type="password"
        placeholder={isKept ? '••••••••••••' : ''}
        value={fields.key}
        onChange={(key) => onChange({ key })}
      />
      <Field
        label={t('settings.relay-header')}
        value={fields.header}
        onChange={(header) => onChange({ header })}
      />
    </>
  );
}

function fieldsOf(stored: RelayInfo | null): Fields {
  return { url: stored?.url ?? '', header: stored?.headers[0] ?? usualHeader, key: '' };
}

/** Without a new key the stored one is kept, unless its header has another name. */
function draftOf({ url, header, key }: Fields, stored: RelayInfo | null): RelayDraft {
  if (key.trim() !== '') return { url, headers: { [header]: key } };
  return stored?.headers[0] === header.trim() ? { url } : { url, headers: {} };
}
