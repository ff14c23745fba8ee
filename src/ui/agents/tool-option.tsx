/** One tool of the list: its checkbox, its purpose, its needs, and whether it asks first. */
import { useId } from 'preact/hooks';
import { deniedCapability } from '#shared/agents/admitted-tools.ts';
import type { ApprovalMode } from '#shared/tools/permission.ts';
import type { ToolInfo } from '#shared/tools/tool.ts';
import { t } from '#src/state/text/text.ts';
import { aboutTool } from '#src/ui/kit/tools/about-tool.ts';
import { PermissionIcons } from '#src/ui/kit/permission-icons.tsx';
import type { AgentFields } from './agent-draft.ts';
import { approvalModes } from '#shared/tools/permission.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './agent-form.module.css';

type ToolOptionProps = {
  tool: ToolInfo;
  fields: AgentFields;
  isOn: boolean;
  onTurn: (isOn: boolean) => void;
  onChange: (part: Partial<AgentFields>) => void;
};

export function ToolOption({ tool, fields, isOn, onTurn, onChange }: ToolOptionProps) {
  const id = useId();
  const denied = deniedCapability(fields, tool);
  return (
    <li class={styles.toolOption}>
      <label class="check-line">
        <input
          type="checkbox"
          aria-labelledby={`${id}-title ${id}-name`}
          aria-describedby={`${id}-about`}
          checked={isOn}
          onChange={(event) => onTurn(event.currentTarget.checked)}
        />
        <span class="check-text">
          <span class={styles.toolNames}>
            <span id={`${id}-title`}>{tool.title}</span> <code id={`${id}-name`}>{tool.name}</code>
          </span>
          <span class="tool-about" id={`${id}-about`} dir="auto">
            {aboutTool(tool)} <PermissionIcons permissions={tool.permissions} />
          </span>
          {!tool.enabled && <span class="hint">{t('agents.switched-off')}</span>}
          {isOn && denied && <span class="hint">{t('agents.kept-off', { what: t(`deny.${denied}`) })}</span>}
        </span>
      </label>
      {isOn && <ApprovalSelect tool={tool.name} fields={fields} onChange={onChange} />}
    </li>
  );
}

type ApprovalSelectProps = { tool: string; fields: AgentFields; onChange: ToolOptionProps['onChange'] };

function ApprovalSelect({ tool, fields, onChange }: ApprovalSelectProps) {
  const own = Object.hasOwn(fields.approvals, tool) ? fields.approvals[tool] : undefined;

  function choose(mode: ApprovalMode | undefined): void {
    const { [tool]: _, ...others } = fields.approvals;
    onChange({ approvals: mode ? { ...others, [tool]: mode } : others });
  }

  return (
    <select
      class={own ? classNames(styles.approvalSelect, styles.isOwn) : styles.approvalSelect}
      aria-label={t('agents.approval-of', { name: tool })}
      value={own ?? 'default'}
      onChange={({ currentTarget }) => choose(approvalModes.find((mode) => mode === currentTarget.value))}
    >
      <option value="default">
        {t('agents.as-default', { mode: t(`approval.${fields.approval}`).toLowerCase() })}
      </option>
      {approvalModes.map((mode) => (
        <option key={mode} value={mode}>
          {t(`approval.${mode}`)}
        </option>
      ))}
    </select>
  );
}
