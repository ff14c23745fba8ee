/** The menu of one chat: a sheet on phones, a menu beside its row on wide screens. */
import '#src/ui/styles/more-icons.css';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { SessionId } from '../../shared/ids.ts';
import type { SessionFormat, SessionInfo, SessionSpent } from '#shared/conversation/session.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '../app-context.ts';
import { menuOf } from '#src/ui/shell-state.ts';
import { formatCost } from '#src/ui/kit/format.ts';
import { Icon, type IconName } from '#src/ui/kit/icon.tsx';
import { saveFile } from '#src/ui/kit/save-file.ts';
import { classNames } from '#src/ui/kit/class-names.ts';
import styles from './sessions.module.css';
import { Form } from '#src/ui/kit/form/form.tsx';

/** Height of the menu in pixels; near the end of the list it opens upwards. */
const menuHeight = 320;

export function SessionMenu() {
  const { sessions } = useApp();
  const dialog = useRef<HTMLDialogElement>(null);
  const open = menuOf.value;
  const session = sessions.list.value.find(({ id }) => id === open?.session);
  const isRenaming = useSignal(false);
  const close = () => dialog.current?.close();
  useEffect(() => {
    if (!session) menuOf.value = null;
    else if (!dialog.current?.open) dialog.current?.showModal();
  });
  if (!open || !session) return null;
  const title = session.title || t('sessions.untitled');
  const top = Math.max(8, Math.min(open.top, innerHeight - menuHeight));
  return (
    <dialog
      ref={dialog}
      class={classNames('sheet', styles.sessionMenu)}
      aria-label={t('sessions.more', { title })}
      style={{ '--menu-top': `${top}px` }}
      onClose={() => (menuOf.value = null)}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <div class="sheet-body">
        <p class={classNames('row-label', styles.sessionMenuTitle)}>{title}</p>
        <SpentLine session={session.id} />
        {isRenaming.value ? (
          <RenameForm session={session} onDone={close} />
        ) : (
          <Actions session={session} onRename={() => (isRenaming.value = true)} onDone={close} />
        )}
      </div>
    </dialog>
  );
}

/** Renders nothing if no usage was reported. */
function SpentLine({ session }: { session: SessionId }) {
  const { connection, toasts } = useApp();
  const spent = useSignal<SessionSpent | null>(null);
  useEffect(() => {
    void toasts
      .attempt(connection.api.sessions.spent(session))
      .then((answer) => (spent.value = answer ?? null));
  }, [session]);
  if (!spent.value || spent.value.tokens === 0) return null;
  const { tokens, cost } = spent.value;
  const words = t('session.tokens', { count: tokens });
  return <p class="row-label numbers">{cost === undefined ? words : `${words} · ${formatCost(cost)}`}</p>;
}

type ActionsProps = { session: SessionInfo; onRename: () => void; onDone: () => void };

function Actions({ session, onRename, onDone }: ActionsProps) {
  const { connection, chat, router, sessions, toasts, viewport } = useApp();
  const { id, title, pinned = false } = session;

  async function exportAs(format: SessionFormat): Promise<void> {
    onDone();
    const answer = await toasts.attempt(connection.api.sessions.export(id, format));
    if (!answer) return;
    if (!answer.ok) return void toasts.show(answer.error.message);
    await toasts.attempt(saveFile(answer.value, title, format, viewport.isTouch.value));
  }

  function remove(): void {
    onDone();
    sessions.remove(id);
    if (chat.session.value === id) router.go({ view: 'chat', session: null });
  }

  function pin(): void {
    onDone();
    void toasts.attempt(connection.api.sessions.update(id, { pinned: !pinned }));
  }

  return (
    <>
      <Action icon="edit" label={t('session.rename')} onClick={onRename} />
      <Action icon="pin" label={t(pinned ? 'session.unpin' : 'session.pin')} onClick={pin} />
      <Action icon="download" label={t('session.markdown')} onClick={() => void exportAs('markdown')} />
      <Action icon="download" label={t('session.json')} onClick={() => void exportAs('json')} />
      <Action icon="trash" label={t('session.delete')} onClick={remove} />
    </>
  );
}

type ActionProps = { icon: IconName; label: string; onClick: () => void };

function Action({ icon, label, onClick }: ActionProps) {
  return (
    <button type="button" class="row" onClick={onClick}>
      <Icon name={icon} />
      <span class="row-text">{label}</span>
    </button>
  );
}

type RenameFormProps = { session: SessionInfo; onDone: () => void };

/** One field for the title of a chat. */
function RenameForm({ session, onDone }: RenameFormProps) {
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
