/** The saved prompts over the composer while its text begins with `/`: type to filter, choose to insert. */
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useId, useLayoutEffect } from 'preact/hooks';
import { placeholdersIn, fillPlaceholders } from '#shared/prompts/placeholders.ts';
import type { SavedPrompt } from '#shared/prompts/saved-prompt.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { isComposing } from '#src/ui/kit/form/is-composing.ts';
import { matchPrompts } from './match-prompts.ts';
import styles from './prompts.module.css';
import { usePrompts } from './use-prompts.ts';
import { TextField } from '#src/ui/kit/form/text-field.tsx';
import { PromptSheet } from './prompt-sheet.tsx';

type PromptPickerProps = { field: RefObject<HTMLTextAreaElement | null> };

export function PromptPicker({ field }: PromptPickerProps) {
  const { drafts } = useApp();
  const prompts = usePrompts();
  const isDismissed = useSignal(false);
  const chosen = useSignal<SavedPrompt | null>(null);
  const query = drafts.text.value.slice(1);

  function insert(text: string): void {
    isDismissed.value = true;
    chosen.value = null;
    drafts.write(text);
    // In the next frame, when the text is in the field.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(text.length, text.length);
    });
  }

  if (chosen.value)
    return <FillSheet prompt={chosen.value} onFill={insert} onClose={() => (chosen.value = null)} />;
  if (isDismissed.value || !prompts) return null;
  if (prompts.length === 0) return query === '' ? <NoPrompts /> : null;
  const found = matchPrompts(prompts, query);
  if (found.length === 0) return null;
  return (
    <PromptOptions
      key={query}
      field={field}
      prompts={found}
      onDismiss={() => (isDismissed.value = true)}
      onChoose={(prompt) => {
        if (placeholdersIn(prompt.text).length > 0) chosen.value = prompt;
        else insert(prompt.text);
      }}
    />
  );
}

type PromptOptionsProps = PromptPickerProps & {
  prompts: readonly SavedPrompt[];
  onChoose: (prompt: SavedPrompt) => void;
  onDismiss: () => void;
};

const attributes = ['aria-autocomplete', 'aria-controls', 'aria-activedescendant'];

/** The focus stays in the field; the keys of the list are handled before the composer gets them. */
function PromptOptions({ field, prompts, onChoose, onDismiss }: PromptOptionsProps) {
  const active = useSignal(0);
  const id = useId();

  function onKeyDown(event: KeyboardEvent): void {
    const chosen = prompts[active.value];
    if (isComposing(event) || event.shiftKey || !chosen) return;
    const count = prompts.length;
    if (event.key === 'ArrowDown') active.value = (active.value + 1) % count;
    else if (event.key === 'ArrowUp') active.value = (active.value + count - 1) % count;
    else if (event.key === 'Enter' || event.key === 'Tab') onChoose(chosen);
    else if (event.key === 'Escape') onDismiss();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  // Before the list is painted: a key that comes at once would reach the composer, or the list before.
  useLayoutEffect(() => {
    const area = field.current;
    area?.addEventListener('keydown', onKeyDown, { capture: true });
    return () => area?.removeEventListener('keydown', onKeyDown, { capture: true });
  });
  useEffect(() => {
    const area = field.current;
    area?.setAttribute('aria-autocomplete', 'list');
    area?.setAttribute('aria-controls', id);
    area?.setAttribute('aria-activedescendant', `${id}-${active.value}`);
    document.getElementById(`${id}-${active.value}`)?.scrollIntoView({ block: 'nearest' });
    return () => {
      for (const name of attributes) area?.removeAttribute(name);
    };
  }, [active.value]);

  return (
    <div class={styles.anchor}>
      <ul class={styles.options} id={id} role="listbox" aria-label={t('prompts.title')}>
        {prompts.map((prompt, at) => (
          <li
            key={prompt.id}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active.value}
            class={styles.option}
            // Prevents the loss of the focus, which would close the keyboard of a phone.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(prompt)}
          >
            <strong class="own-language" dir="auto">
              {prompt.name}
            </strong>
            <small dir="auto">{prompt.text.slice(0, 200)}</small>
          </li>
        ))}
      </ul>
      <p class="visually-hidden" role="status">
        {t('prompts.found', { count: prompts.length })}
      </p>
    </div>
  );
}

function NoPrompts() {
  return (
    <div class={styles.anchor}>
      <div class={`${styles.options} ${styles.noPrompts}`}>
        <span class="hint" role="status">
          {t('prompts.empty')}
        </span>
        <a class="text-button" href={formatRoute({ view: 'screen', name: 'prompts', path: 'new' })}>
          <Icon name="plus" />
          {t('prompts.new')}
        </a>
      </div>
    </div>
  );
}

type FillSheetProps = { prompt: SavedPrompt; onFill: (text: string) => void; onClose: () => void };

/** A form for the placeholders of a saved prompt: phone keyboards have no Tab key to move between them. */
function FillSheet({ prompt, onFill, onClose }: FillSheetProps) {
  const { viewport } = useApp();
  const values = useSignal<ReadonlyMap<string, string>>(new Map());

  /**
   * As in the composer: Enter goes to the next field, Shift+Enter inserts a line break, as Enter does on a
   * phone.
   */
  function onKeyDown(event: KeyboardEvent): void {
    const { target, key, shiftKey } = event;
    if (!(target instanceof HTMLTextAreaElement) || key !== 'Enter') return;
    if (shiftKey || isComposing(event) || viewport.isTouch.value) return;
    event.preventDefault();
    const fields = [...(target.form?.querySelectorAll('textarea') ?? [])];
    const next = fields[fields.indexOf(target) + 1];
    if (next) next.focus();
    else target.form?.requestSubmit();
  }

  return (
    <PromptSheet
      title={prompt.name}
      action={t('prompts.insert')}
      onSubmit={() => onFill(fillPlaceholders(prompt.text, values.value))}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      {placeholdersIn(prompt.text).map((name) => (
        <TextField
          key={name}
          label={name}
          value={values.value.get(name) ?? ''}
          onChange={(value) => (values.value = new Map([...values.value, [name, value]]))}
        />
      ))}
    </PromptSheet>
  );
}
