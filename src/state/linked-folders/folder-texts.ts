/** What stands between a real folder and its copy, in the words of the interface. */
import { assertNever } from '#shared/assert-never.ts';
import { printable } from '#shared/invisible.ts';
import { mountLimits, type LeftOut, type MountChange, type MountFault } from '#shared/rpc/linked-folder.ts';
import { t } from '../text/text.ts';

/** `name`: what the real folder is called. */
export function faultText(fault: MountFault, name: string): string {
  switch (fault) {
    case 'refused':
      return t('mounts.refused', { name });
    case 'gone':
      return t('mounts.gone', { name });
    case 'files':
      return t('mounts.over-files', { name, count: mountLimits.files });
    case 'bytes':
      return t('mounts.over-bytes', { name, megabytes: mountLimits.bytes / 1e6 });
    case 'room':
      return t('mounts.over-room', { name });
    case 'taken':
      return t('files.error-taken', { name });
    case 'cancelled':
      return t('files.error-cancelled', { name });
    case 'unknown':
      return t('mounts.unknown', { name });
    case 'failed':
      return t('files.error-failed', { name });
    default:
      return assertNever(fault);
  }
}

/** What happened on the other side to a file that both changed. */
export function outsideText(outside: NonNullable<MountChange['outside']>): string {
  return t(`mounts.outside-${outside}`);
}

/** Names of what is left out that are read before it is only counted. */
const namedAtMost = 12;

export function leftText(why: LeftOut['why'], paths: readonly string[]): string {
  const more = paths.length > namedAtMost ? ` … (${paths.length})` : '';
  const names = paths.slice(0, namedAtMost).map(isolated).join(', ') + more;
  return t(`mounts.left-${why}`, { names, megabytes: mountLimits.fileBytes / 1e6 });
}

/** A name in a sentence that may run the other way. */
function isolated(name: string): string {
  return `\u2068${printable(name)}\u2069`;
}
