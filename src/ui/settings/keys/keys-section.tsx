/** The passphrase of the vault: set, lock, unlock, change, remove, or reset. */
import { useSignal } from '@preact/signals';
import { assertNever } from '#shared/assert-never.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { PassphraseForm } from '#src/ui/vault/passphrase-form.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { UnlockForm } from '#src/ui/vault/unlock-form.tsx';
import { useVault, type VaultView } from '#src/ui/vault/vault-state.ts';

/** Which form is open. */
type Task = 'set' | 'change' | 'remove' | 'reset' | null;

export function KeysSection() {
  const vault = useVault();
  const task = useSignal<Task>(null);
  const close = () => void (task.value = null);
  const open = (next: Task) => (task.value = next);
  // Until the engine answers: the common state, so that the layout does not shift.
  const state = vault.state.value ?? 'none';
  const hints = {
    none: 'settings.keys-open',
    locked: 'settings.keys-locked',
    unlocked: 'settings.keys-unlocked',
  } as const;
  return (
    <Section title={t('settings.keys')} hint={t(hints[state])}>
      {task.value ? (
        <TaskForm task={task.value} vault={vault} onClose={close} />
      ) : (
        <Offers vault={vault} onOpen={open} />
      )}
    </Section>
  );
}

function Offers({ vault, onOpen }: { vault: VaultView; onOpen: (task: Task) => void }) {
  const button = (label: string, onClick: () => void, kind = 'button') => (
    <button type="button" class={kind} onClick={onClick}>
      {label}
    </button>
  );
  switch (vault.state.value) {
    case 'locked':
      return (
        <>
          <UnlockForm vault={vault} onDone={() => undefined} />
          {button(t('settings.keys-forgot'), () => onOpen('reset'), 'text-button')}
        </>
      );
    case 'unlocked':
      return (
        <div class="chips">
          {button(t('settings.keys-lock'), () => void vault.act({ type: 'lock' }))}
          {button(t('settings.keys-change'), () => onOpen('change'))}
          {button(t('settings.keys-remove'), () => onOpen('remove'))}
        </div>
      );
    case 'none':
    case null:
      return button(t('settings.keys-set'), () => onOpen('set'));
    default:
      return assertNever(vault.state.value);
  }
}

type TaskFormProps = { task: NonNullable<Task>; vault: VaultView; onClose: () => void };

function TaskForm({ task, vault, onClose }: TaskFormProps) {
  const both = { onDone: onClose, onCancel: onClose };
  const current = t('passphrase.current');
  switch (task) {
    case 'set':
      return (
        <PassphraseForm
          asksNew
          action={t('settings.keys-set')}
          onSubmit={(_, passphrase) => vault.act({ type: 'set', passphrase })}
          {...both}
        />
      );
    case 'change':
      return (
        <PassphraseForm
          asksNew
          current={current}
          action={t('settings.keys-change')}
          onSubmit={(old, passphrase) => vault.act({ type: 'set', passphrase, current: old })}
          {...both}
        />
      );
    case 'remove':
      return (
        <PassphraseForm
          current={current}
          action={t('settings.keys-remove')}
          onSubmit={(old) => vault.act({ type: 'remove', current: old })}
          {...both}
        />
      );
    case 'reset':
      return <Reset vault={vault} onClose={onClose} />;
    default:
      return assertNever(task);
  }
}

function Reset({ vault, onClose }: { vault: VaultView; onClose: () => void }) {
  const { toasts } = useApp();
  async function reset(): Promise<void> {
    if (await vault.act({ type: 'reset' })) toasts.show(t('settings.keys-were-reset'));
    onClose();
  }
  return (
    <>
      <p class="hint">{t('settings.keys-reset-hint')}</p>
      <div class="chips">
        <Button onClick={() => void reset()}>{t('settings.keys-reset')}</Button>
        <Button onClick={onClose}>{t('passphrase.cancel')}</Button>
      </div>
    </>
  );
}
