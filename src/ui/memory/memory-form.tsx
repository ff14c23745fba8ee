/** The form of one memory, and where it came from. */
import { useSignal, type Signal } from '@preact/signals';
import { asId, type MemoryId } from '#shared/ids.ts';
import { memoryCategories, type Memory, type MemoryErrorCode } from '#shared/memory/memory.ts';
import type { AppState } from '#src/state/app-state.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { memoryErrorText } from '#src/state/text/memory-sentences.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import { SelectField } from '#src/ui/kit/form/select-field.tsx';
import { TextField } from '#src/ui/kit/form/text-field.tsx';
import { useFormDraft } from '#src/ui/kit/form/use-form-draft.ts';
import { useArmed } from '#src/ui/requests/sheet-behaviour.ts';
import { draftOf, fieldsOf, readFields, seenMemory, textsOf, type MemoryFields } from './memory-fields.ts';
import { originText, outsideText } from './memory-text.ts';
import styles from './memory.module.css';

export function MemoryForm({ stored }: { stored: Memory | undefined }) {
  const app = useApp();
  const { connection, toasts } = app;
  const form = useFormDraft({
    record: 'memory',
    id: stored?.id,
    first: () => fieldsOf(stored),
    read: readFields,
    list: { view: 'screen', name: 'memory', path: '' },
    form: { view: 'screen', name: 'memory', path: stored?.id ?? 'new' },
  });
  const { fields, change } = form;
  const id = useSignal(stored?.id);
  const isAccepting = stored?.isWaiting ?? false;
  // Saving a waiting memory accepts it: a tap just as the form appears was meant for something else.
  const isArmed = useArmed() || !isAccepting;
  const { key, content, category, agent } = fields.value;

  async function save(): Promise<void> {
    const seen = stored && seenMemory(fields.value, stored);
    const saved = await toasts.attempt(connection.api.memory.save(draftOf(fields.value, id.value), seen));
    if (!saved) return;
    if (!saved.ok) return explain(saved.error.code, { id, ...form }, app);
    form.saved(t('memory.saved', { name: saved.value.key }));
  }

  return (
    <Form
      layout="page"
      feedback={form.feedback.value}
      {...(isAccepting && { action: t('memory.accept') })}
      isArmed={isArmed}
      onCancel={form.cancel}
      onSubmit={save}
    >
      <Field label={t('memory.key')} value={key} onChange={(value) => change({ key: value })} />
      <TextField
        label={t('memory.content')}
        value={content}
        onChange={(value) => change({ content: value })}
      />
      <SelectField
        label={t('memory.category')}
        options={memoryCategories.map((value) => ({ value, label: t(`memory.category-${value}`) }))}
        value={category}
        onChange={(value) => change({ category: value })}
      />
      <ScopeField agent={agent} onChange={(chosen) => change({ agent: chosen })} />
      {stored && <Origin memory={stored} />}
    </Form>
  );
}

type FormState = {
  id: Signal<MemoryId | undefined>;
  change: (part: Partial<MemoryFields>) => void;
  fail: (text: string) => void;
};

/** After a failed save: the typed text stays, and a second press saves it over the memory as it is now. */
async function explain(
  code: MemoryErrorCode,
  { id, change, fail }: FormState,
  { connection, toasts }: AppState,
): Promise<void> {
  const all = code === 'stale' ? await toasts.attempt(connection.api.memory.list()) : undefined;
  const now = all?.find((memory) => memory.id === id.value);
  if (now) change({ seen: textsOf(now) });
  if (code === 'gone') id.value = undefined;
  const says = now ? ` ${t('memory.says-now', { content: `\u2068${now.content}\u2069` })}` : '';
  const text = code === 'gone' ? t('memory.deleted-meanwhile') : memoryErrorText(code);
  fail(text + says);
}

/** `agent`: empty for all agents. */
type ScopeProps = { agent: string; onChange: (agent: string) => void };

function ScopeField({ agent, onChange }: ScopeProps) {
  const { agents } = useApp();
  const isGone = agent !== '' && !agents.find(asId<'agent'>(agent));
  return (
    <SelectField<string>
      label={t('memory.scope')}
      options={[
        { value: '', label: t('memory.for-all') },
        ...agents.list.value.map(({ id, name }) => ({ value: id, label: name })),
        ...(isGone ? [{ value: agent, label: t('agent.gone') }] : []),
      ]}
      value={agent}
      onChange={onChange}
    />
  );
}

function Origin({ memory }: { memory: Memory }) {
  const { session } = memory.origin;
  const outside = outsideText(memory);
  return (
    <div class={styles.origin}>
      <p class="hint">{originText(memory)}</p>
      {outside && <p class="hint">{outside}</p>}
      {session && <a href={formatRoute({ view: 'chat', session })}>{t('memory.open-chat')}</a>}
    </div>
  );
}
