/** Formats durations: 38 ms, 1.2 s, 2 min 5 s. */
import { t } from '#src/state/text/text.ts';
import { formatTenths } from './format.ts';

export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return t('duration.ms', { value: Math.max(0, Math.round(milliseconds)) });
  return formatSeconds(milliseconds);
}

/** For a running clock: tenths of a second from the start, because milliseconds would only flicker. */
export function formatSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1_000;
  if (seconds < 59.95) return t('duration.s', { value: formatTenths(seconds) });
  const whole = Math.round(seconds);
  return t('duration.min', { minutes: Math.floor(whole / 60), seconds: whole % 60 });
}
