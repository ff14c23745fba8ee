/** One field for the title of a chat. */
import { useEffect, useRef } from 'preact/hooks';
import type { SessionInfo } from '#shared/conversation/session.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Form } from '#src/ui/kit/form/form.tsx';
import styles from './sessions.module.css';

type RenameFormProps = { session: SessionInfo; onDone: () => void };

export function RenameForm({ session, onDone }: RenameFormProps) {
  const { connection, toasts } = useApp();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);

  async function save(): Promise<void> {
    const title = field.current?.value.trim() ?? '';
    // An empty title is not saved.
    if (title === '' || title === session.title) return onDone();
    const answer = await toasts.attempt(connection.api.sessions.update(session.id, { title }));
    if (answer && !answer.ok) toasts.show(answer.error.message);
    onDone();
  }

  return (
    <Form
      layout="sheet"
      class={styles.renameForm}
      label={t('session.rename')}
      action={t('session.save')}
      onCancel={onDone}
      onSubmit={save}
    >
      <input
        ref={field}
        type="text"
        maxLength={200}
        aria-label={t('session.title')}
        defaultValue={session.title}
      />
    </Form>
  );
}
