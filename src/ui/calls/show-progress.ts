/** How far a call is, in the user's language where the app itself wrote the line. */
import { readProgress } from '#shared/tools/progress-text.ts';
import { t } from '#src/state/text/text.ts';
import { formatBytes } from '#src/ui/kit/format-file.ts';

export function showProgress(text: string): string {
  const known = readProgress(text);
  switch (known?.type) {
    case 'loading':
      return known.size === undefined
        ? t('call.loading', { name: known.name })
        : t('call.loading-size', { name: known.name, size: formatBytes(known.size) });
    case 'git-waiting':
      return t('call.git-waiting', { folder: known.folder });
    case 'long-document':
      return t('call.long-document');
    default:
      return text;
  }
}
