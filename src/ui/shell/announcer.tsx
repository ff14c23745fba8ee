/** The one live region: it announces finished answers, not every delta. */
import { useApp } from '#src/ui/app-context.ts';

export function Announcer() {
  return (
    <div class="visually-hidden" role="status" aria-live="polite">
      {useApp().announcements.current.value}
    </div>
  );
}
