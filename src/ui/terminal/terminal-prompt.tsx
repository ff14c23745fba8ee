/** The input of the terminal: the prompt, completion, history, and the keys that phones lack. */
import { useSignal, type Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import type { TerminalTool } from '#shared/api/terminal.ts';
import type { Terminal } from '#src/state/terminal/terminal.ts';
import { firstFolder } from '#src/state/terminal/terminal.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { KeyRow } from './key-row.tsx';
import type { Option } from './complete-line.ts';
import { Prompt } from './prompt.tsx';
import { useLine, type LineKeys } from './use-line.ts';
import styles from './terminal-prompt.module.css';

const labels = {
  execute_shell_command: 'terminal.ask-sh',
  run_javascript: 'terminal.ask-js',
  run_python: 'terminal.ask-py',
} as const satisfies Record<TerminalTool, string>;

export function TerminalPrompt({ terminal }: { terminal: Terminal }) {
  const { viewport } = useApp();
  const field = useRef<HTMLTextAreaElement>(null);
  const keys = useLine(terminal, field);
  useEffect(() => {
    // On touch screens the focus would open the keyboard over the output.
    if (!viewport.isTouch.value) field.current?.focus();
  }, []);
  return (
    <footer class={styles.prompt}>
      <Options options={keys.options} onTake={keys.take} />
      <span class="visually-hidden" role="status">
        {keys.options.value.length > 0 && t('terminal.completions', { count: keys.options.value.length })}
      </span>
      <div class={styles.field}>
        <div class={styles.fieldHead}>
          <pre class={styles.where}>
            <Prompt tool={terminal.tool.value} folder={terminal.shell.value?.folder ?? firstFolder} />
          </pre>
          <LanguageChoice terminal={terminal} onChoose={() => field.current?.focus()} />
        </div>
        <CommandField terminal={terminal} field={field} keys={keys} />
      </div>
      {viewport.isTouch.value && <KeyRow keys={keys} />}
    </footer>
  );
}

type CommandFieldProps = {
  terminal: Terminal;
  field: RefObject<HTMLTextAreaElement | null>;
  keys: LineKeys;
};

function CommandField({ terminal, field, keys }: CommandFieldProps) {
  const hint = useId();
  const isRunning = terminal.running.value !== undefined;
  const { draft, tool } = terminal;
  return (
    <div class={styles.fieldLine}>
      <textarea
        ref={field}
        rows={1}
        dir="ltr"
        value={draft.value}
        aria-label={t(labels[tool.value])}
        aria-describedby={hint}
        placeholder={t(labels[tool.value])}
        autocapitalize="off"
        autocomplete="off"
        autocorrect="off"
        spellcheck={false}
        enterkeyhint="go"
        onInput={({ currentTarget }) => keys.typed(currentTarget.value)}
        onKeyDown={keys.onKeyDown}
      />
      <span id={hint} class="visually-hidden">
        {t('terminal.tab-hint')}
      </span>
      {isRunning ? (
        <button type="button" class={styles.stop} onClick={terminal.stop}>
          <Icon name="stop" />
          {t('terminal.stop')}
        </button>
      ) : (
        <button
          type="button"
          class={styles.run}
          aria-label={t('terminal.run')}
          title={t('terminal.run')}
          disabled={draft.value.trim() === ''}
          onClick={keys.run}
        >
          <Icon name="arrow-up" />
        </button>
      )}
    </div>
  );
}

type OptionsProps = { options: Signal<readonly Option[]>; onTake: (option: Option) => void };

/** The completions of the word before the cursor. */
function Options({ options, onTake }: OptionsProps) {
  const expanded = useSignal(false);
  const list = options.value;
  if (list.length === 0) return null;
  const few = 12;
  const shown = expanded.value ? list : list.slice(0, few);
  return (
    <div class={styles.options} role="group" aria-label={t('terminal.options')}>
      {shown.map((option) => (
        <button
          key={option.label}
          type="button"
          // Keeps the keyboard of a phone open.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(option)}
        >
          {option.label}
        </button>
      ))}
      {list.length > shown.length && (
        <button
          type="button"
          aria-label={t('terminal.more-options', { count: list.length - shown.length })}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => (expanded.value = true)}
        >
          …
        </button>
      )}
    </div>
  );
}

const languages: readonly { tool: TerminalTool; label: string; name: string }[] = [
  { tool: 'execute_shell_command', label: 'sh', name: 'Shell' },
  { tool: 'run_javascript', label: 'js', name: 'JavaScript' },
  { tool: 'run_python', label: 'py', name: 'Python' },
];

type LanguageChoiceProps = { terminal: Terminal; onChoose: () => void };

/** Chooses the language of the prompt; a language whose tool is missing or switched off is not offered. */
function LanguageChoice({ terminal, onChoose }: LanguageChoiceProps) {
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
