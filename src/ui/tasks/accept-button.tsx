/**
 * The button that accepts what an agent wrote. It is armed late, so that the user can have seen what it
 * accepts.
 */
import { t } from '#src/state/text/text.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { useArmed } from '#src/ui/requests/sheet-behaviour.ts';

/**
 * `shown`: everything that decides what the button accepts, and where it is. A tap right after a change was
 * meant for the earlier content.
 */
export function AcceptButton({ shown, accept }: { shown: string; accept: () => Promise<void> }) {
  const isArmed = useArmed(shown);
  return (
    <Button
      kind="primary"
      aria-disabled={!isArmed}
      onClick={() => {
        if (isArmed) void accept();
      }}
    >
      {t('tasks.accept')}
    </Button>
  );
}
