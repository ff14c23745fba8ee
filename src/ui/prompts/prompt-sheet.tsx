/** A dialog with one form: a sheet at the bottom of a phone, in the middle of a wide screen. */
import '#src/ui/styles/screens.ts';
import type { ComponentChildren } from 'preact';
import type { FormFault } from '#src/ui/kit/form/form-fault.ts';
import { Form } from '#src/ui/kit/form/form.tsx';
import { Sheet } from '#src/ui/kit/bar/sheet.tsx';
import styles from './prompts.module.css';

type PromptSheetProps = {
  title: string;
  /** The label of the main button. */
  action: string;
  fault?: FormFault | null;
  onSubmit: () => unknown;
  onClose: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ComponentChildren;
};

export function PromptSheet({ title, onClose, children, ...form }: PromptSheetProps) {
  return (
    <Sheet label={title} onClose={onClose}>
      <Form layout="sheet" class={styles.sheetForm} onCancel={onClose} {...form}>
        <h2 dir="auto">{title}</h2>
        {children}
      </Form>
    </Sheet>
  );
}
