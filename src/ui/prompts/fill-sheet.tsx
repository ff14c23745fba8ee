/** A form for the placeholders of a saved prompt: phone keyboards have no Tab key to move between them. */
import { useSignal } from '@preact/signals';
import { fillPlaceholders, placeholdersIn } from '#shared/prompts/placeholders.ts';
import type { SavedPrompt } from '#shared/prompts/saved-prompt.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { TextField } from '#src/ui/kit/form/text-field.tsx';
import { PromptSheet } from './prompt-sheet.tsx';

type FillSheetProps = { prompt: SavedPrompt; onFill: (text: string) => void; onClose: () => void };

export function FillSheet({ prompt, onFill, onClose }: FillSheetProps) {
  const { viewport } = useApp();
  const values = useSignal<ReadonlyMap<string, string>>(new Map());

  /**
   * As in the composer: Enter goes to the next field, Shift+Enter inserts a line break, as Enter does on a
   * phone.
   */
  function onKeyDown(event: KeyboardEvent): void {
    const { target, key, shiftKey, isComposing } = event;
    if (!(target instanceof HTMLTextAreaElement) || key !== 'Enter') return;
    if (shiftKey || isComposing || viewport.isTouch.value) return;
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
