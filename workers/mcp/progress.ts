/** Progress of a call as one line on its card, as often as a person can read and no more. */
import { visibleText } from '#shared/invisible.ts';
import { mcpLimits } from '#shared/mcp/mcp-limits.ts';

export type Progress = { progress: number; total?: number | undefined; message?: string | undefined };

export function showProgress(show: (text: string) => void, now: () => number): (progress: Progress) => void {
  let shownAt = -Infinity;
  return ({ progress, total, message }) => {
    const at = now();
    // A clock that is set back keeps nothing from being shown.
    if (at >= shownAt && at - shownAt < mcpLimits.progressMs) return;
    shownAt = at;
    const share = total !== undefined && total > 0 ? `${round(progress)}/${round(total)}` : round(progress);
    show(message ? `${visibleText(message).slice(0, 150)} (${share})` : share);
  };
}

function round(value: number): string {
  return Number.isInteger(value) ? `${value}` : value.toFixed(1);
}
