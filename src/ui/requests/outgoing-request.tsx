/** Why guarded mode asks, and which text from outside is the newest in the chat. */
import type { OutsideSource } from '#shared/tools/permission.ts';
import { t } from '#src/state/text/text.ts';

export function OutgoingRequest({ source }: { source: OutsideSource }) {
  return (
    <>
      <p id="permission-meaning">{t('outgoing.meaning')}</p>
      <p class="hint">{t('outgoing.newest', { source: sourceName(source) })}</p>
    </>
  );
}

export function sourceName(source: OutsideSource): string {
  switch (source.type) {
    case 'page':
      return t('outgoing.page', { host: source.host });
    case 'search':
      return t('outgoing.search');
    case 'service':
      return t('outgoing.service', { tool: source.tool });
    case 'server':
      return t('outgoing.server', { name: source.name });
    case 'file':
      return source.path === '' ? t('outgoing.files') : t('outgoing.file', { name: source.path });
    case 'attachment':
      return t('outgoing.attachment');
    case 'clipboard':
      return t('outgoing.clipboard');
    case 'contacts':
      return t('outgoing.contacts');
    case 'history':
      return t('outgoing.history');
  }
}
