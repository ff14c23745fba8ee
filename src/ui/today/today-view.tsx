/** The screen Today: alarms, missed ones, tasks that are due, their results, and what waits for the user. */
import '#src/ui/styles/screens.ts';
import '#src/ui/styles/more-icons.css';
import { useEffect } from 'preact/hooks';
import { followToday, todayFacts } from '#src/state/today/follow-today.ts';
import { leaveToday } from '#src/state/today/visit.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Page } from '#src/ui/kit/bar/page.tsx';
import { TodayParts } from './today-parts.tsx';

export function TodayView() {
  const app = useApp();
  useEffect(() => {
    followToday(app);
    // Closing a tab does not unmount the screen.
    window.addEventListener('pagehide', leaveToday);
    return () => {
      window.removeEventListener('pagehide', leaveToday);
      leaveToday();
    };
  }, []);
  return <Page title={t('today.title')}>{todayFacts.value && <TodayParts {...todayFacts.value} />}</Page>;
}
