/** Reads an agent from a file or from pasted text, and shows a preview before it is added. */
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t, toKey } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Feedback, type FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { TextField } from '#src/ui/kit/form/text-field.tsx';
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
    <form
      ref={form}
      class={styles.importForm}
      aria-label={t('agents.import-title')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void readDefinition(text.value);
      }}
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
      <Feedback state={feedback.value} />
      <div class="form-actions">
        <FileButton onFile={(file) => void readDefinition(file)} />
        <button type="button" class="button" onClick={onClose}>
          {t('edit.cancel')}
        </button>
        <button type="submit" class="button primary">
          {t('agents.import-preview')}
        </button>
      </div>
    </form>
  );
}

function FileButton({ onFile }: { onFile: (file: File) => void }) {
  return (
    <label class="button file-button">
      {t('agents.choose-file')}
      <input
        class="visually-hidden"
        type="file"
        accept={accepted}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onFile(file);
          // The same file may be chosen again after it was corrected.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
