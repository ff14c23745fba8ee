/** A field for code and prose: Tab indents, a new line keeps the indent, and the browser's own undo goes on working. */
import { useSignalEffect } from '@preact/signals';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { FileEditor } from '../../state/file-editor.ts';
import { nameOf } from '../../state/file-paths.ts';
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { indentAt, indentLines, outdentLines, type TextChange } from './indent.ts';

type TextEditorProps = { editor: FileEditor; path: string; isReadOnly: boolean };

export function TextEditor({ editor, path, isReadOnly }: TextEditorProps) {
  const { viewport } = useApp();
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  /** After Escape, Tab leaves the field: nobody must be caught in it. */
  const isLeaving = useRef(false);
  const show = (text: string) => {
    if (area.current) showText(area.current, text);
  };
  useLayoutEffect(() => show(editor.field.peek()), []);
  useSignalEffect(() => show(editor.field.value));

  function onKeyDown(event: KeyboardEvent): void {
    const field = area.current;
    if (!field || isReadOnly || event.isComposing) return;
    const wasLeaving = isLeaving.current;
    isLeaving.current = event.key === 'Escape' || (wasLeaving && event.key === 'Shift');
    const change = wasLeaving ? null : changeFor(event, field);
    if (!change) return;
    event.preventDefault();
    apply(field, change);
  }

  return (
    <>
      <textarea
        ref={area}
        class="text-editor"
        dir="auto"
        aria-label={t('files.text-of', { name: nameOf(path) })}
        aria-describedby={`${id}-hint`}
        spellcheck={false}
        autocapitalize="off"
        autocomplete="off"
        readOnly={isReadOnly}
        onKeyDown={onKeyDown}
        onInput={({ currentTarget }) => editor.write(currentTarget.value)}
      />
      <p id={`${id}-hint`} class={viewport.isTouch.value ? 'visually-hidden' : 'hint file-note'}>
        {isReadOnly ? t('files.read-only') : t('files.keys')}
      </p>
    </>
  );
}

function changeFor(event: KeyboardEvent, { value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const range = { start: selectionStart, end: selectionEnd };
  if (event.key === 'Tab') return event.shiftKey ? outdentLines(value, range) : indentLines(value, range);
  if (event.key === 'Enter' && !event.shiftKey) return indentAt(value, range);
  return null;
}

function apply(field: HTMLTextAreaElement, { start, end, text, selection }: TextChange): void {
  const isSame = field.value.slice(start, end) === text;
  field.setSelectionRange(start, end);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only change from a script that the field's undo knows
  if (!isSame) document.execCommand(text ? 'insertText' : 'delete', false, text);
  field.setSelectionRange(selection.start, selection.end);
}

/** The caret and the place stay where they are when somebody else changed the file. */
function showText(field: HTMLTextAreaElement, text: string): void {
  if (field.value === text) return;
  const { selectionStart, selectionEnd, scrollTop } = field;
  field.value = text;
  field.setSelectionRange(selectionStart, selectionEnd);
  field.scrollTop = scrollTop;
}
