/** When a file changed: the time for today, the day for anything older. */
import { language } from '#src/state/text/text.ts';

export function formatTime(at: number, now = Date.now()): string {
  const [then, today] = [new Date(at), new Date(now)];
  const isToday = then.toDateString() === today.toDateString();
  const isThisYear = then.getFullYear() === today.getFullYear();
  const format: Intl.DateTimeFormatOptions = isToday
    ? { hour: '2-digit', minute: '2-digit' }
    : { day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) };
  return new Intl.DateTimeFormat(language.value, format).format(then);
}

export function formatFullTime(at: number): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}
