/** The origin of a memory as an i18n text. */
import type { Memory, MemoryApp } from '#shared/memory/memory.ts';
import { language, t } from '#src/state/text/text.ts';
import { sourceName } from '#src/ui/requests/outgoing-request.tsx';

/** Names of products, the same in every language. */
const apps: Readonly<Record<MemoryApp, string>> = { kai: 'Kai' };

/** Such as `Written by memory_store, 3 May 2026. Reinforced twice.` */
export function originText({ origin, hits, created }: Memory): string {
  const date = isolateBidi(new Date(created).toLocaleDateString(language.value, { dateStyle: 'medium' }));
  const by = writerText(origin, date);
  return hits > 0 ? `${by} ${t('memory.hits', { count: hits })}` : by;
}

function writerText({ by, tool = '', app }: Memory['origin'], date: string): string {
  if (by === 'agent') return t('memory.by-agent', { tool: isolateBidi(tool), date });
  if (by === 'user') return t('memory.by-user', { date });
  return app ? t('memory.by-app', { app: isolateBidi(apps[app]), date }) : t('memory.by-file', { date });
}

/** Undefined: no text from outside was in its chat. */
export function outsideText({ origin }: Memory): string | undefined {
  if (!origin.outside) return undefined;
  const sources = [...new Set(origin.outside.map((source) => isolateBidi(sourceName(source))))].join(', ');
  return t('memory.outside', { sources });
}

/** Isolated (Unicode bidi), so that names in another script do not reorder a right-to-left sentence. */
function isolateBidi(text: string): string {
  return `\u2068${text}\u2069`;
}
