/** Faults, conflicts and left-out entries of linked folders as i18n texts. */
import { assertNever } from '#shared/assert-never.ts';
import { escapeInvisible } from '#shared/invisible.ts';
import {
  linkedFolderLimits,
  type LeftOut,
  type LinkedFolderChange,
  type LinkedFolderFault,
} from '#shared/rpc/linked-folder.ts';
import { t } from '../text/text.ts';

/** `name`: what the real folder is called. */
export function faultText(fault: LinkedFolderFault, name: string): string {
  switch (fault) {
    case 'refused':
      return t('linked-folders.refused', { name });
    case 'gone':
      return t('linked-folders.gone', { name });
    case 'files':
      return t('linked-folders.over-files', { name, count: linkedFolderLimits.files });
    case 'bytes':
      return t('linked-folders.over-bytes', { name, megabytes: linkedFolderLimits.bytes / 1e6 });
    case 'room':
      return t('linked-folders.over-room', { name });
    case 'taken':
      return t('files.error-taken', { name });
    case 'cancelled':
      return t('files.error-cancelled', { name });
    case 'unknown':
      return t('linked-folders.unknown', { name });
    case 'failed':
      return t('files.error-failed', { name });
    default:
      return assertNever(fault);
  }
}

/** For a conflict: what happened to the file in the real folder. */
export function outsideText(outside: NonNullable<LinkedFolderChange['outside']>): string {
  return t(`linked-folders.outside-${outside}`);
}

/** How many left-out names are listed; the rest are only counted. */
const maxNames = 12;

export function leftOutText(why: LeftOut['why'], paths: readonly string[]): string {
  const more = paths.length > maxNames ? ` … (${paths.length})` : '';
  const names = paths.slice(0, maxNames).map(isolateBidi).join(', ') + more;
  return t(`linked-folders.left-${why}`, { names, megabytes: linkedFolderLimits.fileBytes / 1e6 });
}

/** Unicode bidi isolates, for a name in a right-to-left sentence. */
function isolateBidi(name: string): string {
  return `\u2068${escapeInvisible(name)}\u2069`;
}
