/** Adding or changing one agent. */
import '#src/ui/styles/screens.ts';
import { useEffect } from 'preact/hooks';
import { agentName } from '#src/state/agents/agents.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Page } from '#src/ui/kit/bar/page.tsx';
import { defaultAgent, type Agent } from '#shared/agents/agent.ts';
import * as limits from '#shared/limits.ts';
import type { ToolInfo } from '#shared/tools/tool.ts';
import { Field } from '#src/ui/kit/form/field.tsx';
import type { FormFault } from '#src/ui/kit/form/form-fault.ts';
import { Form } from '#src/ui/kit/form/form.tsx';
import { TextField } from '#src/ui/kit/form/text-field.tsx';
import { useFormDraft } from '#src/ui/kit/form/use-form-draft.ts';
import { longestOf } from './agent-deadlines.tsx';
import {
  deadlineFault,
  readFields,
  draftOf,
  faultOf,
  fieldsOf,
  hostFault,
  writeFields,
  type AgentFields,
} from './agent-draft.ts';
import { AgentLimits } from './agent-limits.tsx';
import { IconPicker } from './icon-picker.tsx';
import { ToolPicker } from './tool-picker.tsx';
import styles from './agent-form.module.css';
import { Section } from '#src/ui/kit/form/section.tsx';
import { SwitchRow } from '#src/ui/kit/switch.tsx';

export function AgentView() {
  const { router, agents, tools, toasts } = useApp();
  useEffect(() => void toasts.attempt(tools.refresh()), []);
  const route = router.route.value;
  const id = route.view === 'agent' ? route.agent : null;
  const stored = agents.find(id);
  const list = tools.list.value;
  const isMissing = id !== null && !stored && agents.isLoaded.value;
  const isReady = list !== null && agents.isLoaded.value && !isMissing;
  return (
    <Page
      title={stored ? agentName(stored) : t('agents.new-title')}
      onBack={() => router.go({ view: 'agents' })}
    >
      {isMissing && <p class="hint">{t('agents.missing')}</p>}
      {isReady && <AgentForm stored={stored} tools={list} />}
    </Page>
  );
}

/** The form of one agent: name and instructions, tools, and when it asks. */
function AgentForm({ stored, tools }: { stored: Agent | undefined; tools: readonly ToolInfo[] }) {
  const app = useApp();
  const form = useFormDraft({
    record: 'agent',
    id: stored?.id,
    first: () => fieldsOf(stored && { ...stored, name: agentName(stored) }),
    read: readFields,
    write: writeFields,
    list: { view: 'agents' },
    form: { view: 'agent', agent: stored?.id ?? null },
  });
  const { change } = form;
  const fields = form.fields.value;

  async function save(): Promise<void> {
    const wrong = findFault(fields, tools);
    // The fields for hosts show no faults: the message names the wrong line.
    if (wrong?.field === 'hosts') return form.fail(wrong.text);
    if (wrong) return void (form.fault.value = wrong);
    const draft = draftOf(fields, stored);
    const isUnnamed = stored?.id === defaultAgent.id && draft.name === t('agent.everyday');
    const answer = await app.agents.save(isUnnamed ? { ...draft, name: defaultAgent.name } : draft);
    if (answer?.ok) form.saved(t('edit.saved', { name: agentName(answer.value) }));
    else if (answer) form.fail(t('edit.save-failed', { reason: answer.error.message }));
  }

  return (
    <Form
      layout="page"
      class={styles.agentForm}
      fault={form.fault.value}
      feedback={form.feedback.value}
      onCancel={form.cancel}
      onSubmit={save}
    >
      <Field label={t('edit.name')} name="name" value={fields.name} onChange={(name) => change({ name })} />
      <IconPicker icon={fields.icon} onChange={(icon) => change({ icon })} />
      <TextField
        label={t('agents.instructions')}
        hint={t('agents.instructions-hint')}
        value={fields.systemPrompt}
        onChange={(systemPrompt) => change({ systemPrompt })}
      />
      <ToolPicker fields={fields} tools={tools} onChange={change} />
      <AgentOutgoing fields={fields} onChange={change} />
      <AgentLimits fields={fields} tools={tools} onChange={change} />
    </Form>
  );
}

function findFault(fields: AgentFields, tools: readonly ToolInfo[]): FormFault | undefined {
  const field = faultOf(fields);
  if (field === 'hosts') return { field, text: t('agents.need-hosts', { rule: hostFault(fields) ?? '' }) };
  const count = field === 'errors' ? limits.maxFailedSteps : limits.maxParallelCalls;
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

type OutgoingProps = { fields: AgentFields; onChange: (part: Partial<AgentFields>) => void };

/** Limits on what leaves the device: guarded mode, and the hosts an agent's tools may send requests to. */
function AgentOutgoing({ fields, onChange }: OutgoingProps) {
  return (
    <Section title={t('agents.leaving')} hint={t('agents.guarded-hint')}>
      <ul class="cards">
        <SwitchRow
          label={t('agents.guarded')}
          isOn={fields.isGuarded}
          onChange={(isGuarded) => onChange({ isGuarded })}
        />
      </ul>
      <div class="wide fields">
        <TextField
          label={t('agents.allowed-hosts')}
          hint={t('agents.allowed-hosts-hint', { example: '*.wikipedia.org' })}
          value={fields.allowedHosts}
          onChange={(allowedHosts) => onChange({ allowedHosts })}
        />
        <TextField
          label={t('agents.blocked-hosts')}
          hint={t('agents.blocked-hosts-hint')}
          value={fields.blockedHosts}
          onChange={(blockedHosts) => onChange({ blockedHosts })}
        />
      </div>
    </Section>
  );
}
