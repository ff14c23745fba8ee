/** The row of buttons under each request for the device. */
import type { ComponentChildren } from 'preact';
import { Button } from '#src/ui/kit/form/button.tsx';
import type { DeviceOutcome } from '#shared/tools/device-action.ts';
import { t } from '#src/state/text/text.ts';

export type CaptureProps = { tap: Tap; camera?: 'front' | 'back' };

/** How the parts of the sheet answer; `isArmed` as in `useArmed`. */
export type Tap = { isArmed: boolean; answer(outcome: DeviceOutcome | 'denied'): void };

/** The last row of each request: a button that declines, then the one that needs the tap. */
export function TapRow({ tap, children }: { tap: Tap; children: ComponentChildren }) {
  return (
    <div class="sheet-actions">
      <Button data-answer="denied" aria-disabled={!tap.isArmed} onClick={() => tap.answer('denied')}>
        {t('prompt.deny')}
      </Button>
      {children}
    </div>
  );
}

type TapButtonProps = { tap: Tap; label: string; isPrimary?: boolean; isBusy?: boolean; onTap: () => void };

export function TapButton({ tap, label, isPrimary = true, isBusy = false, onTap }: TapButtonProps) {
  const isReady = tap.isArmed && !isBusy;
  return (
    <button
      type="button"
      class={isPrimary ? 'button primary' : 'button'}
      aria-disabled={!isReady}
      onClick={() => isReady && onTap()}
    >
      {label}
    </button>
  );
}
