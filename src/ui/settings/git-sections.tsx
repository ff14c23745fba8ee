/** Git: the author of commits, and the tokens for its servers, which are never shown again. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { GitAuthor, GitTokenInfo } from '#shared/api/git.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import type { FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';

export function GitSections() {
  const top = useRef<HTMLDivElement>(null);
  // The card of a commit without an author links here.
  useEffect(() => {
    if (location.hash === '#/settings/git') top.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <>
      <Section title={t('settings.git')} hint={t('settings.git-hint')}>
        <div ref={top}>
          <AuthorForm />
        </div>
      </Section>
      <Section title={t('settings.git-tokens')} hint={t('settings.git-tokens-hint')}>
        <Tokens />
      </Section>
    </>
  );
}

const nobody: GitAuthor = { name: '', email: '' };

function AuthorForm() {
  const { connection, toasts } = useApp();
  const stored = useSignal(nobody);
  const typed = useSignal<GitAuthor | null>(null);
  const feedback = useSignal<FeedbackState>(null);
  const author = (next?: GitAuthor | null) => toasts.attempt(connection.api.git.author(next));
  const fields = typed.value ?? stored.value;

  const change = (part: Partial<GitAuthor>) => {
    feedback.value = null;
    typed.value = { ...fields, ...part };
  };
  const save = async () => {
    const isEmpty = fields.name.trim() === '' && fields.email.trim() === '';
    const answer = await author(isEmpty ? null : fields);
    if (!answer) return;
    if (answer.ok) {
      stored.value = answer.value ?? nobody;
      typed.value = null;
    }
    feedback.value = feedbackOf(answer, t('settings.git-author-saved'), t('settings.git-author-bad'));
  };

  useEffect(() => void author().then((answer) => answer?.ok && (stored.value = answer.value ?? nobody)), []);
  return (
    <Form
      layout="section"
      label={t('settings.git-author')}
      feedback={feedback.value}
      isDisabled={typed.value === null}
      onSubmit={save}
    >
      <Field label={t('settings.git-name')} value={fields.name} onChange={(name) => change({ name })} />
      <Field
        label={t('settings.git-email')}
        hint={t('settings.git-author-hint')}
        value={fields.email}
        onChange={(email) => change({ email })}
      />
    </Form>
  );
}

function Tokens() {
  const { connection, toasts } = useApp();
  const list = useSignal<readonly GitTokenInfo[]>([]);
  const refresh = async () => {
    const tokens = await toasts.attempt(connection.api.git.tokens());
    if (tokens) list.value = tokens;
  };
  const remove = async (host: string) => {
    await toasts.attempt(connection.api.git.removeToken(host));
    await refresh();
  };
  useEffect(() => void refresh(), []);
  return (
    <>
      {list.value.length > 0 && (
        <ul class="cards">
          {list.value.map(({ host, username }) => (
            <li key={host} class="card-row">
              <code class="row-text">
                {username}@{host}
              </code>
              <QuietButton
                icon="trash"
                label={t('settings.git-token-remove', { host })}
                onClick={() => void remove(host)}
              />
            </li>
          ))}
        </ul>
      )}
      <TokenForm onSaved={refresh} />
    </>
  );
}

const noToken = { host: '', username: '', token: '' };

function TokenForm({ onSaved }: { onSaved: () => Promise<void> }) {
  const { connection, toasts } = useApp();
  const fields = useSignal(noToken);
  const feedback = useSignal<FeedbackState>(null);
  const change = (part: Partial<typeof noToken>) => {
    feedback.value = null;
    fields.value = { ...fields.value, ...part };
  };
  const save = async () => {
    const answer = await toasts.attempt(connection.api.git.saveToken(fields.value));
    if (!answer) return;
    const saved = answer.ok ? t('settings.git-token-saved', { host: answer.value.host }) : '';
    feedback.value = feedbackOf(answer, saved, t('settings.git-token-bad'));
    if (!answer.ok) return;
    fields.value = noToken;
    await onSaved();
  };
  const { host, username, token } = fields.value;
  return (
    <Form
      layout="section"
      label={t('settings.git-tokens')}
      feedback={feedback.value}
      isDisabled={host === '' || token === ''}
      onSubmit={save}
    >
      <Field
        label={t('settings.git-host')}
        placeholder="https://github.com"
        inputMode="url"
        value={host}
        onChange={(host) => change({ host })}
      />
      <Field
        label={t('settings.git-user')}
        hint={t('settings.git-user-hint')}
        value={username}
        onChange={(username) => change({ username })}
      />
      <Field
        label={t('settings.git-token')}
        hint={t('settings.git-token-hint')}
        type="password"
        value={token}
        onChange={(token) => change({ token })}
      />
    </Form>
  );
}

function feedbackOf(answer: Fallible<unknown>, good: string, bad: string): FeedbackState {
  if (answer.ok) return { isGood: true, text: good };
  const isLocked = answer.error.type === 'permission_denied';
  return { isGood: false, text: isLocked ? t('settings.relay-locked') : bad };
}
