/** Adds an agent from its definition as JSON, pasted or from a file, and opens it so that it can be checked. */
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { importAgent } from '#shared/agents/import-agent.ts';
import type { AppState } from '#src/state/app-state.ts';
import { incomingAgent } from '#src/state/incoming.ts';
import { t, toKey } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Feedback, type FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { TextField } from '#src/ui/kit/form/text-field.tsx';
import styles from './agents.module.css';

/** Characters; a definition is a page of text. */
const mostBytes = 200_000;

type AgentImportProps = { given: string; onClose: () => void };

/** `given`: the initial text of the field. */
export function AgentImportForm({ given, onClose }: AgentImportProps) {
  const app = useApp();
  const text = useSignal(given);
  const feedback = useSignal<FeedbackState>(null);
  const form = useRef<HTMLFormElement>(null);
  // The button that opened the form, and had the focus, is gone.
  useLayoutEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  const fail = (sentence: string) => (feedback.value = { isGood: false, text: sentence });

  async function readFile(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > mostBytes) return void fail(t('agents.import-large'));
    text.value = await file.text();
  }

  return (
    <form
      ref={form}
      class={styles.importForm}
      aria-label={t('agents.import-title')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void addAgent(text.value, app).then((problem) => problem && fail(problem));
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
        <label class="button file-button">
          {t('agents.choose-file')}
          <input
            class="visually-hidden"
            type="file"
            accept=".json,application/json,text/plain"
            onChange={({ currentTarget }) => void app.toasts.attempt(readFile(currentTarget.files?.[0]))}
          />
        </label>
        <button type="button" class="button" onClick={onClose}>
          {t('edit.cancel')}
        </button>
        <button type="submit" class="button primary">
          {t('agents.import-now')}
        </button>
      </div>
    </form>
  );
}

/** Returns the error as a sentence, if any. */
async function addAgent(text: string, { agents, router, toasts }: AppState): Promise<string | undefined> {
  const read = importAgent(text);
  if (!read.ok) return t(`agents.import-${toKey(read.problem)}`);
  const name = read.draft.name.trim() || t('agents.imported-name');
  const saved = await agents.save({ ...read.draft, name });
  if (!saved) return undefined;
  if (!saved.ok) return t('edit.save-failed', { reason: saved.error.message });
  incomingAgent.value = null;
  toasts.show(t('agents.imported', { name }));
  router.go({ view: 'agent', agent: saved.value.id });
  return undefined;
}
