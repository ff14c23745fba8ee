/** The call log itself: export it, verify its hash chain, and see how long entries are kept. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ChainVerdict } from '#shared/tools/activity.ts';
import { t, toKey } from '#src/state/text/text.ts';
import { useApp } from '../app-context.ts';
import { Icon } from '#src/ui/kit/icon.tsx';
import { Choice } from '#src/ui/kit/form/choice.tsx';
import { Feedback, type FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';

export function LogSection() {
  const { connection, toasts } = useApp();
  const feedback = useSignal<FeedbackState>(null);
  const isChecking = useSignal(false);

  async function check(): Promise<void> {
    isChecking.value = true;
    feedback.value = null;
    const verdict = await toasts.attempt(connection.api.activity.verify());
    isChecking.value = false;
    if (verdict) feedback.value = { isGood: verdict.ok, text: sentenceOf(verdict) };
  }

  async function save(): Promise<void> {
    const text = await toasts.attempt(connection.api.activity.export());
    if (text !== undefined) download(text, `oneclaw-calls-${new Date().toISOString().slice(0, 10)}.jsonl`);
  }

  return (
    <Section title={t('activity.log')} hint={t('activity.log-hint')}>
      <div class="chips">
        <button type="button" class="button" disabled={isChecking.value} onClick={() => void check()}>
          <Icon name="shield" />
          {t(isChecking.value ? 'activity.checking' : 'activity.check')}
        </button>
        <button type="button" class="button" onClick={() => void save()}>
          <Icon name="download" />
          {t('activity.export')}
        </button>
      </div>
      <Feedback state={feedback.value} />
      <KeepChoice />
    </Section>
  );
}

const choices = ['7', '30', '90'] as const;

function KeepChoice() {
  const { connection, toasts } = useApp();
  const days = useSignal('');
  const keep = async (wanted?: number) => {
    const kept = await toasts.attempt(connection.api.activity.keep(wanted));
    if (kept !== undefined) days.value = String(kept);
  };
  useEffect(() => void keep(), []);
  return (
    <Choice
      label={t('activity.keep')}
      options={choices.map((value) => ({ value, label: t('activity.days', { count: Number(value) }) }))}
      value={choices.find((value) => value === days.value) ?? ''}
      onChoose={(value) => void keep(Number(value))}
    />
  );
}

function sentenceOf(verdict: ChainVerdict): string {
  if (verdict.ok) return t('activity.intact', { count: verdict.checked });
  return t(`activity.fault-${toKey(verdict.reason)}`, { at: verdict.at });
}

function download(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/jsonl' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
