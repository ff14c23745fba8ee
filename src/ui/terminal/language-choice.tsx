/** Chooses the language of the prompt; a language whose tool is missing or switched off is not offered. */
import { useId } from 'preact/hooks';
import type { TerminalTool } from '#shared/api/terminal.ts';
import type { Terminal } from '#src/state/terminal/terminal.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import styles from './terminal-prompt.module.css';

const languages: readonly { tool: TerminalTool; label: string; name: string }[] = [
  { tool: 'execute_shell_command', label: 'sh', name: 'Shell' },
  { tool: 'run_javascript', label: 'js', name: 'JavaScript' },
  { tool: 'run_python', label: 'py', name: 'Python' },
];

type LanguageChoiceProps = { terminal: Terminal; onChoose: () => void };

export function LanguageChoice({ terminal, onChoose }: LanguageChoiceProps) {
  const { tools } = useApp();
  const group = useId();
  const known = tools.list.value ?? [];
  const offered = languages.filter(
    ({ tool }) => tool === terminal.tool.value || known.some(({ name, enabled }) => name === tool && enabled),
  );
  return (
    <fieldset class={styles.languages}>
      <legend class="visually-hidden">{t('terminal.language')}</legend>
      {offered.map(({ tool, label, name }) => (
        <label key={tool} title={name}>
          <input
            type="radio"
            name={group}
            aria-label={name}
            checked={terminal.tool.value === tool}
            onChange={() => {
              terminal.tool.value = tool;
              onChoose();
            }}
          />
          <span aria-hidden="true">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
