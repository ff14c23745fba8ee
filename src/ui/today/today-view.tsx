/** The screen Today: alarms, missed ones, tasks that are due, their results, and what waits for the user. */
import '#src/ui/styles/screens.ts';
import '#src/ui/styles/more-icons.css';
import { useEffect, useRef } from 'preact/hooks';
import { followToday, todayFacts } from '#src/state/today/follow-today.ts';
import { leaveToday } from '#src/state/today/visit.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { TopBar } from '#src/ui/kit/bar/top-bar.tsx';
import { TodayParts } from './today-parts.tsx';

export function TodayView() {
  const app = useApp();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    followToday(app);
    // The link that led here is gone with its drawer.
    if (document.activeElement === document.body) heading.current?.focus();
    // Closing a tab does not unmount the screen.
    window.addEventListener('pagehide', leaveToday);
    return () => {
      window.removeEventListener('pagehide', leaveToday);
      leaveToday();
    };
  }, []);
  return (
    <>
      <TopBar>
        <h1 ref={heading} tabIndex={-1} class="view-title">
          {t('today.title')}
        </h1>
      </TopBar>
      <div class="scroller">
        <div class="page">{todayFacts.value && <TodayParts {...todayFacts.value} />}</div>
      </div>
    </>
  );
}
