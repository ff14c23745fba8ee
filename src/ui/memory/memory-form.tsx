/** The form of one memory, and where it came from. */
import { useSignal, type Signal } from '@preact/signals';
import { asId, type AgentId } from '#shared/ids.ts';
import {
  memoryCategories,
  type Memory,
  type MemoryDraft,
  type MemoryErrorCode,
} from '#shared/memory/memory.ts';
import type { AppState } from '#src/state/app-state.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { memoryErrorText } from '#src/state/text/memory-sentences.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Feedback, type FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { SelectField } from '#src/ui/kit/form/select-field.tsx';
import { TextField } from '#src/ui/kit/form/text-field.tsx';
import { useArmed } from '#src/ui/requests/sheet-behaviour.ts';
import { originText, outsideText } from './memory-text.ts';
import styles from './memory.module.css';

const everyone = '';

export function MemoryForm({ stored }: { stored: Memory | undefined }) {
  const app = useApp();
  const { connection, router, toasts } = app;
  const fields = useSignal<MemoryDraft>({
    ...{ key: stored?.key ?? '', content: stored?.content ?? '', category: stored?.category ?? 'fact' },
    ...(stored?.agent ? { agent: stored.agent } : {}),
    ...(stored ? { id: stored.id } : {}),
  });
  const feedback = useSignal<FeedbackState>(null);
  // The memory when the form opened: an agent may change or delete it meanwhile.
  const base = useSignal(stored);
  const { key, content, category = 'fact', agent } = fields.value;
  const toList = () => router.go({ view: 'screen', name: 'memory', path: '' });

  function change(part: Partial<MemoryDraft>): void {
    fields.value = { ...fields.value, ...part };
    feedback.value = null;
  }

  function chooseAgent(chosen: AgentId | undefined): void {
    const { agent: _, ...rest } = fields.value;
    fields.value = { ...rest, ...(chosen ? { agent: chosen } : {}) };
    feedback.value = null;
  }

  async function save(): Promise<void> {
    const saved = await toasts.attempt(connection.api.memory.save(fields.value, base.value));
    if (!saved) return;
    if (!saved.ok) return explain(saved.error.code, { fields, base, feedback }, app);
    toasts.show(t('memory.saved', { name: saved.value.key }));
    toList();
  }

  return (
    <form class="form" noValidate onSubmit={(event) => (event.preventDefault(), void save())}>
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
      <ScopeField agent={agent} onChange={chooseAgent} />
      {stored && <Origin memory={stored} />}
      <FormEnd feedback={feedback.value} isAccepting={stored?.isWaiting ?? false} onCancel={toList} />
    </form>
  );
}

type FormState = {
  fields: Signal<MemoryDraft>;
  base: Signal<Memory | undefined>;
  feedback: Signal<FeedbackState>;
};

/** After a failed save: the typed text stays, and a second press saves it over the memory as it is now. */
async function explain(
  code: MemoryErrorCode,
  { fields, base, feedback }: FormState,
  { connection, toasts }: AppState,
): Promise<void> {
  const all = code === 'stale' ? await toasts.attempt(connection.api.memory.list()) : undefined;
  const now = all?.find(({ id }) => id === fields.value.id);
  if (now) base.value = now;
  if (code === 'gone') {
    const { id: _, ...rest } = fields.value;
    fields.value = rest;
  }
  const says = now ? ` ${t('memory.says-now', { content: `\u2068${now.content}\u2069` })}` : '';
  const text = code === 'gone' ? t('memory.deleted-meanwhile') : memoryErrorText(code);
  feedback.value = { isGood: false, text: text + says };
}

type EndProps = { feedback: FeedbackState; isAccepting: boolean; onCancel: () => void };

/** Saving a waiting memory accepts it: a tap just as the form appears was meant for something else. */
function FormEnd({ feedback, isAccepting, onCancel }: EndProps) {
  const isReady = useArmed() || !isAccepting;
  return (
    <div class="form-end">
      <Feedback state={feedback} />
      <div class="form-actions">
        <button type="button" class="button" onClick={onCancel}>
          {t('edit.cancel')}
        </button>
        <button
          type="submit"
          class="button primary"
          aria-disabled={!isReady}
          // The Enter key in a field also triggers this.
          onClick={(event) => {
            if (!isReady) event.preventDefault();
          }}
        >
          {t(isAccepting ? 'memory.accept' : 'edit.save')}
        </button>
      </div>
    </div>
  );
}

type ScopeProps = { agent: AgentId | undefined; onChange: (agent: AgentId | undefined) => void };

function ScopeField({ agent, onChange }: ScopeProps) {
  const { agents } = useApp();
  const isGone = agent !== undefined && !agents.find(agent);
  return (
    <SelectField<string>
      label={t('memory.scope')}
      options={[
        { value: everyone, label: t('memory.for-all') },
        ...agents.list.value.map(({ id, name }) => ({ value: id, label: name })),
        ...(isGone ? [{ value: agent, label: t('agent.gone') }] : []),
      ]}
      value={agent ?? everyone}
      onChange={(id) => onChange(id === everyone ? undefined : asId<'agent'>(id))}
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
