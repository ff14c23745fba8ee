/** A failed request: the error, and a button for the next step. */
import { findSuspects, type Suspects } from '#shared/conversation/left-out.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { TextKey } from '#shared/text/index.ts';
import { isFixedInSettings, sentenceFor } from '#src/state/text/sentences.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { Icon } from '#src/ui/kit/icon.tsx';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';
import { useTurns } from '../use-turns.ts';
import styles from './messages.module.css';

const UnlockView = createLazyView(
  async () => (await import('./unlock-and-retry.tsx')).UnlockAndRetry,
  ['common'],
);

/** `isLast`: the newest message, so that retrying means this one. */
type ErrorNoticeProps = { error: ModelError; isLast: boolean };

export function ErrorNotice({ error, isLast }: ErrorNoticeProps) {
  return (
    <div class={styles.notice} role="group" aria-label={t('call.error')}>
      <Icon name="alert" />
      <div class={styles.noticeBody}>
        <p>{sentenceFor(error)}</p>
        {error.detail && !isLocal(error) && (
          <details class={styles.reasoning}>
            <summary>
              <Icon name="chevron-right" />
              {t('error.server-said')}
            </summary>
            <pre class="verbatim">{error.status ? `${error.status}  ${error.detail}` : error.detail}</pre>
          </details>
        )}
        {isLast && error.type === 'locked' && <UnlockView />}
        {error.type === 'no_agent' && <ChooseAgent />}
        {isLast && <RecoveryActions error={error} />}
      </div>
    </div>
  );
}

/** Without an answer, the detail is a sentence of the browser, such as "Failed to fetch". */
function isLocal({ type, status }: ModelError): boolean {
  return status === undefined && ['unreachable', 'offline', 'cors', 'mixed_content'].includes(type);
}

/** Also for a message that was not sent: its text is back in the composer. */
function ChooseAgent() {
  const { isChoosing } = useApp();
  return (
    <div class="chips">
      <Button kind="chip" aria-haspopup="dialog" onClick={() => (isChoosing.value = true)}>
        {t('agent.choose')}
      </Button>
    </div>
  );
}

const leaveOutTexts: Record<Suspects['kind'], TextKey> = {
  image: 'error.leave-out-image',
  file: 'error.leave-out-file',
  result: 'error.leave-out-result',
  message: 'error.leave-out-message',
  earlier: 'error.leave-out-earlier',
};

function RecoveryActions({ error }: { error: ModelError }) {
  const { chat, router, provider, sessions } = useApp();
  const turns = useTurns();
  const { leftOut } = sessions.list.value.find(({ id }) => id === chat.session.value) ?? {};
  const suspects = findSuspects(chat.view.value?.messages ?? [], error, leftOut);
  const isCut = error.type === 'reply_too_long';

  function openSettings(): void {
    const { value } = provider;
    router.go(
      value && value.kind !== 'guide' ? { view: 'provider', provider: value.id } : { view: 'settings' },
    );
  }

  return (
    <div class="chips">
      {suspects && (
        <Button
          kind="chip"
          disabled={chat.busy.value}
          onClick={() => turns.leaveOut(error, t('chat.continue'))}
        >
          {t(leaveOutTexts[suspects.kind])}
        </Button>
      )}
      {isFixedInSettings(error) && (
        <Button kind="chip" onClick={openSettings}>
          {t('action.open-settings')}
        </Button>
      )}
      <Button
        kind="chip"
        disabled={chat.busy.value}
        onClick={() => (isCut ? chat.send(t('chat.continue')) : !chat.busy.value && turns.regenerate())}
      >
        {t(isCut ? 'action.continue' : 'action.try-again')}
      </Button>
    </div>
  );
}
