/**
 * The form for the token that a git server requires, in the permission sheet: it is stored with the keys, and
 * the waiting call continues.
 */
import '#src/ui/styles/screens.ts';
import { useSignal } from '@preact/signals';
import type { Prompt } from '#shared/tools/permission.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { Feedback, type FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import { useArmed } from './sheet-behaviour.ts';

export function GitTokenForm({ prompt, host }: { prompt: Prompt; host: string }) {
  const { connection, prompts, toasts } = useApp();
  const username = useSignal('');
  const token = useSignal('');
  const feedback = useSignal<FeedbackState>(null);
  const save = async () => {
    const draft = { host, username: username.value, token: token.value };
    const answer = await toasts.attempt(connection.api.git.saveToken(draft));
    if (answer?.ok) return void prompts.answer(prompt, 'allowed');
    if (!answer) return;
    const isLocked = answer.error.type === 'permission_denied';
    feedback.value = {
      isGood: false,
      text: t(isLocked ? 'settings.relay-locked' : 'settings.git-token-bad'),
    };
  };
  return (
    <Form layout="bare" class="fields" onSubmit={save}>
      <p id="permission-meaning">{t('settings.git-token-asked', { host })}</p>
      <Field
        label={t('settings.git-user')}
        hint={t('settings.git-user-hint')}
        value={username.value}
        onChange={(value) => (username.value = value)}
      />
      <Field
        label={t('settings.git-token')}
        hint={t('settings.git-token-hint')}
        type="password"
        value={token.value}
        onChange={(value) => (token.value = value)}
      />
      <Feedback state={feedback.value} />
      <Actions isFilled={token.value.trim() !== ''} onDeny={() => void prompts.answer(prompt, 'denied')} />
    </Form>
  );
}

function Actions({ isFilled, onDeny }: { isFilled: boolean; onDeny: () => void }) {
  const isArmed = useArmed();
  return (
    <div class="sheet-actions">
      <Button data-answer="denied" aria-disabled={!isArmed} onClick={() => isArmed && onDeny()}>
        {t('prompt.deny')}
      </Button>
      <button type="submit" class="button primary" data-answer="allowed" disabled={!isFilled || !isArmed}>
        {t('settings.git-token-use')}
      </button>
    </div>
  );
}
