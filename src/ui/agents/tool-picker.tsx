/** The tools of an agent as checkboxes, by group. */
import { useId } from 'preact/hooks';
import { builtInSource } from '#shared/tools/external-tool.ts';
import { isChosen, type ToolInfo } from '#shared/tools/tool.ts';
import { t } from '#src/state/text/text.ts';
import { sourceLabel } from '#src/ui/kit/tools/group-by-source.ts';
import type { AgentFields } from './agent-draft.ts';
import { ToolOption } from './tool-option.tsx';
import {
  collapseNames,
  entriesElsewhere,
  expandEntries,
  groupTools,
  type ToolGroup,
} from './tool-selection.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './agent-form.module.css';

type ToolPickerProps = {
  fields: AgentFields;
  tools: readonly ToolInfo[];
  onChange: (part: Partial<AgentFields>) => void;
};

export function ToolPicker({ fields, tools: all, onChange }: ToolPickerProps) {
  const id = useId();
  const tools = all.filter((tool) => !tool.unusable && isChosen(tool));
  const on = expandEntries(fields.tools, tools);
  const elsewhere = entriesElsewhere(fields.tools, tools);

  function turn(changed: readonly ToolInfo[], isOn: boolean): void {
    const next = new Set(on);
    for (const { name } of changed) {
      if (isOn) next.add(name);
      else next.delete(name);
    }
    onChange({ tools: collapseNames(next, tools, fields.tools) });
  }

  return (
    <section class={styles.toolPicker} aria-labelledby={id}>
      <div class={styles.pickerHead}>
        <h2 id={id}>{t('nav.tools')}</h2>
        <GroupCheckbox label={t('agents.every-tool')} tools={tools} on={on} onTurn={turn} />
      </div>
      {groupTools(tools).map((group) => (
        <Group key={group.entry} {...{ group, on, fields, onChange }} onTurn={turn} />
      ))}
      {elsewhere.length > 0 && (
        <p class="hint">
          {t('agents.elsewhere')} <code>{elsewhere.join(', ')}</code>
        </p>
      )}
    </section>
  );
}

type Turn = (tools: readonly ToolInfo[], isOn: boolean) => void;
type GroupProps = Omit<ToolPickerProps, 'tools'> & {
  group: ToolGroup;
  on: ReadonlySet<string>;
  onTurn: Turn;
};

function Group({ group, on, fields, onChange, onTurn }: GroupProps) {
  const { source, category } = group.first;
  const label = source === builtInSource ? t(`category.${category}`) : sourceLabel(source);
  return (
    <fieldset class={classNames('cards', styles.toolGroup)}>
      <legend class="visually-hidden">{label}</legend>
      <div class={styles.groupHead}>
        <GroupCheckbox
          label={t('agents.group', { group: label })}
          tools={group.tools}
          on={on}
          onTurn={onTurn}
        />
      </div>
      <ul>
        {group.tools.map((tool) => (
          <ToolOption
            key={tool.name}
            {...{ tool, fields, onChange }}
            isOn={on.has(tool.name)}
            onTurn={(isOn) => onTurn([tool], isOn)}
          />
        ))}
      </ul>
    </fieldset>
  );
}

type GroupCheckboxProps = {
  label: string;
  tools: readonly ToolInfo[];
  on: ReadonlySet<string>;
  onTurn: Turn;
};

function GroupCheckbox({ label, tools, on, onTurn }: GroupCheckboxProps) {
  const count = tools.filter(({ name }) => on.has(name)).length;
  const isAll = count === tools.length;
  return (
    <label class="check-line">
      <input
        type="checkbox"
        aria-label={label}
        checked={isAll}
        indeterminate={count > 0 && !isAll}
        onChange={() => onTurn(tools, !isAll)}
      />
      <span class="check-text">{label}</span>
      <span class="hint numbers">{t('agents.count', { count, total: tools.length })}</span>
    </label>
  );
}
