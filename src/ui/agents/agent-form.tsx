/** The form of one agent: name and instructions, tools, and when it asks. */
import { useSignal, type Signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { defaultAgent, type Agent } from '#shared/agents/agent.ts';
import * as limits from '#shared/limits.ts';
import type { ToolInfo } from '#shared/tools/tool.ts';
import { agentName } from '#src/state/agents/agents.ts';
import type { AppState } from '#src/state/app-state.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import type { FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { FormEnd } from '#src/ui/kit/form/form-end.tsx';
import { TextField } from '#src/ui/kit/form/text-field.tsx';
import { longestOf } from './agent-deadlines.tsx';
import {
  deadlineFault,
  draftOf,
  faultOf,
  fieldsOf,
  hostFault,
  isSame,
  type AgentFields,
} from './agent-draft.ts';
import { FaultContext, type AgentFormFault } from './agent-fault.ts';
import { AgentOutgoing } from './agent-outgoing.tsx';
import { AgentLimits } from './agent-limits.tsx';
import { IconPicker } from './icon-picker.tsx';
import { storeDraft, storedDraft } from './stored-draft.ts';
import { ToolPicker } from './tool-picker.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './agent-form.module.css';

type AgentContext = {
  app: AppState;
  tools: readonly ToolInfo[];
  stored: Agent | undefined;
  /** The fields when the form opened. */
  first: AgentFields;
  fields: Signal<AgentFields>;
  feedback: Signal<FeedbackState>;
  fault: Signal<AgentFormFault | null>;
};

export function AgentForm({ stored, tools }: { stored: Agent | undefined; tools: readonly ToolInfo[] }) {
  const app = useApp();
  const id = stored?.id ?? null;
  const first = useMemo(() => fieldsOf(stored && { ...stored, name: agentName(stored) }), []);
  const kept = useMemo(() => storedDraft(id), []);
  const fields = useSignal(kept ?? first);
  const feedback = useSignal<FeedbackState>(kept ? { isGood: true, text: t('edit.draft-back') } : null);
  const fault = useSignal<AgentFormFault | null>(null);
  const context = { app, tools, stored, first, fields, feedback, fault };

  function change(part: Partial<AgentFields>): void {
    fields.value = { ...fields.value, ...part };
    feedback.value = null;
    fault.value = null;
    storeDraft(id, isSame(fields.value, first) ? null : fields.value);
  }

  return (
    <form
      class={classNames('form', styles.agentForm)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save(context);
      }}
    >
      <Field
        label={t('edit.name')}
        fault={fault.value?.field === 'name' ? { text: fault.value.text, since: fault.value } : null}
        value={fields.value.name}
        onChange={(name) => change({ name })}
      />
      <IconPicker icon={fields.value.icon} onChange={(icon) => change({ icon })} />
      <TextField
        label={t('agents.instructions')}
        hint={t('agents.instructions-hint')}
        value={fields.value.systemPrompt}
        onChange={(systemPrompt) => change({ systemPrompt })}
      />
      <ToolPicker fields={fields.value} tools={tools} onChange={change} />
      <AgentOutgoing fields={fields.value} onChange={change} />
      <FaultContext.Provider value={fault.value}>
        <AgentLimits fields={fields.value} tools={tools} onChange={change} />
      </FaultContext.Provider>
      <FormEnd feedback={feedback.value} onCancel={() => cancel(context)} />
    </form>
  );
}

async function save({ app, tools, stored, fields, feedback, fault }: AgentContext): Promise<void> {
  const wrong = findFault(fields.value, tools);
  // The fields for hosts show no faults: the message names the wrong line.
  if (wrong?.field === 'hosts') return void (feedback.value = { isGood: false, text: wrong.text });
  if (wrong) return void (fault.value = wrong);
  const draft = draftOf(fields.value, stored);
  const isUnnamed = stored?.id === defaultAgent.id && draft.name === t('agent.everyday');
  const saved = await app.agents.save(isUnnamed ? { ...draft, name: defaultAgent.name } : draft);
  if (!saved) return;
  if (!saved.ok) {
    feedback.value = { isGood: false, text: t('edit.save-failed', { reason: saved.error.message }) };
    return;
  }
  storeDraft(stored?.id ?? null, null);
  app.toasts.show(t('edit.saved', { name: agentName(saved.value) }));
  app.router.go({ view: 'agents' });
}

function findFault(fields: AgentFields, tools: readonly ToolInfo[]): AgentFormFault | undefined {
  const field = faultOf(fields);
  if (field === 'hosts') return { field, text: t('agents.need-hosts', { rule: hostFault(fields) ?? '' }) };
  const count = field === 'errors' ? limits.mostFailedSteps : limits.mostParallelCalls;
  if (field) return { field, text: t(`budget.need-${field}`, { count }) };
  const late = deadlineFault(fields, (tool) => longestOf(tool, tools));
  if (!late) return undefined;
  const { tool, longest } = late;
  return tool === undefined
    ? { field: 'deadline', text: t('budget.need-deadline', { count: longest }) }
    : {
        field: `deadline-${tool}`,
        text: t('budget.need-tool-deadline', { name: tool, count: longest }),
      };
}

/** Discards the changes and offers to undo that. */
function cancel({ app, stored, first, fields }: AgentContext): void {
  const id = stored?.id ?? null;
  const lost = fields.value;
  storeDraft(id, null);
  app.router.go({ view: 'agents' });
  if (isSame(lost, first)) return;
  app.toasts.show(t('edit.discarded'), {
    label: t('action.undo'),
    run: () => {
      storeDraft(id, lost);
      app.router.go({ view: 'agent', agent: id });
    },
  });
}
