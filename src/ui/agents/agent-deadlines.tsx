/** Deadlines of an agent's tools: one for all of them, then a row for each tool that has its own. */
import { anyTool } from '#shared/agents/agent.ts';
import { longestDeadlineOf, longestDeadlines, type ToolInfo } from '#shared/tools/tool.ts';
import { t } from '#src/state/text/text.ts';
import { Field } from '#src/ui/kit/form/field.tsx';
import { SelectField } from '#src/ui/kit/form/select-field.tsx';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import type { AgentFields } from './agent-draft.ts';

type DeadlinesProps = {
  fields: Pick<AgentFields, 'deadline' | 'deadlines'>;
  tools: readonly ToolInfo[];
  onChange: (part: Partial<AgentFields>) => void;
};

export function AgentDeadlines({ fields: { deadline, deadlines }, tools, onChange }: DeadlinesProps) {
  const left = tools.filter(
    ({ name, unusable, waitsForUser }) =>
      !unusable && !waitsForUser && !deadlines.some(({ tool }) => tool === name),
  );
  const add = (name: string) =>
    onChange({ deadlines: [...deadlines, { tool: name, seconds: secondsFor(name, tools) }] });
  return (
    <div class="wide fields">
      <Field
        label={t('agents.deadline-all')}
        hint={t('agents.deadline-all-hint')}
        inputMode="decimal"
        name="deadline"
        value={deadline}
        onChange={(seconds) => onChange({ deadline: seconds })}
      />
      {deadlines.map(({ tool, seconds }, at) => (
        <Field
          key={tool}
          label={t('agents.deadline-of', { name: tool })}
          hint={t('agents.deadline-most', { count: longestOf(tool, tools) })}
          inputMode="decimal"
          name={`deadline-${tool}`}
          value={seconds}
          onChange={(typed) => onChange({ deadlines: deadlines.with(at, { tool, seconds: typed }) })}
        >
          <IconButton
            icon="close"
            label={t('agents.deadline-remove', { name: tool })}
            onClick={() => onChange({ deadlines: deadlines.toSpliced(at, 1) })}
          />
        </Field>
      ))}
      <SelectField
        // A new select after each choice shows the first option again.
        key={deadlines.length}
        label={t('agents.deadline-add')}
        options={[
          { value: '', label: t('agents.deadline-choose') },
          ...left.map(({ name, title }) => ({ value: name, label: `${title} · ${name}` })),
        ]}
        value=""
        onChange={(name) => name !== '' && add(name)}
      />
    </div>
  );
}

/**
 * The longest deadline of a tool, in seconds; for `*` and for a tool that is not available, the longest of
 * any tool.
 */
export function longestOf(name: string, tools: readonly ToolInfo[]): number {
  const tool = name === anyTool ? undefined : tools.find((each) => each.name === name);
  return tool ? longestDeadlineOf(tool) : longestDeadlines;
}

function secondsFor(name: string, tools: readonly ToolInfo[]): string {
  return String(tools.find((each) => each.name === name)?.timeoutSeconds ?? '');
}
