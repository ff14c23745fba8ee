/** Reads an agent from a file or from pasted text, and shows a preview before it is added. */
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t, toKey } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import type { FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import { TextField } from '#src/ui/kit/form/text-field.tsx';
import { ImportButton } from '#src/ui/kit/list/file-buttons.tsx';
import type { ReadImport } from './add-agent.ts';
import { ImportPreview } from './import-preview.tsx';
import styles from './agents.module.css';

const accepted = '.json,.toml,.md,.markdown,application/json,application/toml,text/markdown,text/plain';

type AgentImportProps = { given: File | null; onClose: () => void };

/** `given`: a file that was opened with the app. */
export function AgentImportForm({ given, onClose }: AgentImportProps) {
  const app = useApp();
  const text = useSignal('');
  const feedback = useSignal<FeedbackState>(null);
  const read = useSignal<ReadImport | null>(null);
  const form = useRef<HTMLFormElement>(null);

  async function readDefinition(definition: string | File): Promise<void> {
    const answer = await app.agents.read(definition);
    if (!answer) return;
    if (answer.ok) return void (read.value = { ...answer.value, definition });
    const { fault, message } = answer.error;
    const sentence = t(`agents.import-${toKey(fault)}`, { reason: message });
    feedback.value = { isGood: false, text: sentence };
  }

  useLayoutEffect(() => {
    // The button that opened the form, and had the focus, is gone.
    form.current?.querySelector('textarea')?.focus();
    if (given) void readDefinition(given);
  }, []);

  if (read.value) return <ImportPreview read={read.value} onClose={onClose} />;
  return (
    <Form
      layout="section"
      formRef={form}
      class={styles.importForm}
      label={t('agents.import-title')}
      feedback={feedback.value}
      action={t('agents.import-preview')}
      isMain
      others={
        <ImportButton
          label={t('agents.choose-file')}
          icon={null}
          accept={accepted}
          onFiles={([file]) => void readDefinition(file)}
        />
      }
      onCancel={onClose}
      onSubmit={() => readDefinition(text.value)}
    >
      <TextField
        label={t('agents.definition')}
        hint={t('agents.import-hint')}
        placeholder='{"name": "…", "tools": ["read", "write"], "capabilities": ["file_read"]}'
        isCode
        value={text.value}
        onChange={(value) => {
          text.value = value;
          feedback.value = null;
        }}
      />
    </Form>
  );
}
