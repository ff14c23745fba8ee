/** The passphrase of a backup: a new one for an export, and the one of a file that is opened. */
import { minPassphraseLength } from '#shared/rpc/vault.ts';
import type { Backup } from '#src/state/backup/backup.ts';
import { t } from '#src/state/text/text.ts';
import { PassphraseForm } from '#src/ui/vault/passphrase-form.tsx';

export function ProtectBackup({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  return (
    <>
      <p class="hint">{t('backup.protect-hint')}</p>
      <PassphraseForm
        asksNew
        action={t('backup.export')}
        onSubmit={async (_, passphrase) => {
          if (passphrase.length < minPassphraseLength) return { state: 'none', problem: 'too_short' };
          await backup.export(passphrase);
          return { state: 'none' };
        }}
        onDone={onClose}
        onCancel={onClose}
      />
    </>
  );
}

export function UnlockBackup({ file, backup }: { file: Blob; backup: Backup }) {
  return (
    <>
      <p class="hint">{t('backup.fault-passphrase')}</p>
      <PassphraseForm
        current={t('passphrase.label')}
        action={t('backup.open-encrypted')}
        wrong={t('backup.fault-wrong-passphrase')}
        onSubmit={async (passphrase) =>
          (await backup.read(file, passphrase)) ? { state: 'none' } : { state: 'none', problem: 'wrong' }
        }
        onDone={() => undefined}
        onCancel={backup.cancel}
      />
    </>
  );
}
