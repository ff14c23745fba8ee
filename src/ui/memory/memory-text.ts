/** Where a memory came from, as the screen says it. */
import type { Memory } from '#shared/memory/memory.ts';
import { language, t } from '#src/state/text/text.ts';
import { sourceName } from '#src/ui/requests/outgoing-request.tsx';

/** Such as `Written by memory_store, 3 May 2026. Reinforced twice.` */
export function originText({ origin, hits, created }: Memory): string {
  const date = apart(new Date(created).toLocaleDateString(language.value, { dateStyle: 'medium' }));
  const by =
    origin.by === 'agent'
      ? t('memory.by-agent', { tool: apart(origin.tool ?? ''), date })
      : t(origin.by === 'user' ? 'memory.by-user' : 'memory.by-file', { date });
  return hits > 0 ? `${by} ${t('memory.hits', { count: hits })}` : by;
}

/** Undefined: no text from outside was in its chat. */
export function outsideText({ origin }: Memory): string | undefined {
  if (!origin.outside) return undefined;
  const sources = [...new Set(origin.outside.map((source) => apart(sourceName(source))))].join(', ');
  return t('memory.outside', { sources });
}

/** Isolated, so that names in another script do not turn a right-to-left sentence around. */
function apart(text: string): string {
  return `\u2068${text}\u2069`;
}
