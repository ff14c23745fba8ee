/** The one live region: it tells a screen reader what is finished, instead of every letter that streams in. */
import { useApp } from '#src/ui/app-context.ts';

export function Announcer() {
  return (
    <div class="visually-hidden" role="status" aria-live="polite">
      {useApp().announcements.current.value}
    </div>
  );
}
