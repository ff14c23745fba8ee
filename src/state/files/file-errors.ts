/** File errors as i18n texts. */
import type { Fallible } from '#shared/rpc/protocol.ts';
import { t } from '../text/text.ts';

type FileError = Extract<Fallible<unknown>, { ok: false }>['error'];

/** Why a document cannot be shown as text. */
export function documentErrorText(error: FileError, name: string): string {
  switch (error.type) {
    case 'binary_file':
      return t('files.document-damaged');
    case 'file_too_large':
      return t('files.document-too-large');
    case 'timeout':
      return t('files.document-timeout');
    default:
      return fileErrorText(error, name);
  }
}

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
