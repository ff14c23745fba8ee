/** The button that accepts what an agent wrote: it waits until the user can have seen what it would accept. */
import { t } from '#src/state/text/text.ts';
import { useArmed } from '#src/ui/requests/sheet-behaviour.ts';

/** `shown`: whatever decides what the button accepts, and where it is. When it changes, a tap was meant for what was there before. */
export function AcceptButton({ shown, accept }: { shown: string; accept: () => Promise<void> }) {
  const isArmed = useArmed(shown);
  return (
    <button
      type="button"
      class="button primary"
      aria-disabled={!isArmed}
      onClick={() => {
        if (isArmed) void accept();
      }}
    >
      {t('tasks.accept')}
    </button>
  );
}
