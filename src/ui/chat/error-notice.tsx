/** A request that failed: what happened, and the button that leads on. */
import type { ModelError } from '../../shared/provider.ts';
import { isMendedInSettings, sentenceFor } from '../../state/sentences.ts';
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { Icon } from '../parts/icon.tsx';

export function ErrorNotice({ error }: { error: ModelError }) {
  const { chat, router, provider } = useApp();

  function openSettings(): void {
    const { value } = provider;
    router.go(
      value && value.kind !== 'guide' ? { view: 'provider', provider: value.id } : { view: 'settings' },
    );
  }

  return (
    <div class="notice" role="group" aria-label={t('call.error')}>
      <Icon name="alert" />
      <div class="notice-body">
        <p>{sentenceFor(error)}</p>
        {error.detail && (
          <details class="reasoning">
            <summary>
              <Icon name="chevron-right" />
              {t('error.server-said')}
            </summary>
            <pre class="call-text">{error.status ? `${error.status}  ${error.detail}` : error.detail}</pre>
          </details>
        )}
        <div class="chips">
          {isMendedInSettings(error) && (
            <button type="button" class="chip" onClick={openSettings}>
              {t('action.open-settings')}
            </button>
          )}
          <button type="button" class="chip" disabled={chat.busy.value} onClick={chat.retry}>
            {t('action.try-again')}
          </button>
        </div>
      </div>
    </div>
  );
}
