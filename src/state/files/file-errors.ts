/** File errors as i18n texts. */
import type { Fallible } from '#shared/rpc/protocol.ts';
import { t } from '../text/text.ts';

type FileError = Extract<Fallible<unknown>, { ok: false }>['error'];

export function fileErrorText({ type }: FileError, name: string): string {
  switch (type) {
    case 'path_not_allowed':
      return t('files.error-path', { name });
    case 'file_not_found':
      return t('files.error-gone', { name });
    case 'storage_full':
      return t('files.error-full', { name });
    case 'validation_error':
      return t('files.error-taken', { name });
    case 'cancelled':
      return t('files.error-cancelled', { name });
    default:
      return t('files.error-failed', { name });
  }
}
