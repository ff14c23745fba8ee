/** One line above the composer: what the run is doing now. */
import type { CallPart } from '#shared/conversation/message.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { useNow } from '#src/ui/kit/use-now.ts';
import { useMemo } from 'preact/hooks';
import styles from './status-line.module.css';

export function StatusLine() {
  const { chat, prompts, modelLoad } = useApp();
  const view = chat.view.value;
  if (!chat.busy.value) return null;
  const isAsking = prompts.open.value.some((prompt) => prompt.session === chat.session.value);
  return (
    <div class={styles.statusLine}>
      <span class="pulse" />
      {chat.stopping.value ? (
        t('status.stopping')
      ) : isAsking ? (
        t('status.asking')
      ) : view?.run?.retry ? (
        <Retry retry={view.run.retry} />
      ) : (
        workingText(view, modelLoad.percent.value)
      )}
    </div>
  );
}

function workingText(view: SessionView | null, loaded: number | null): string {
  const names = activeCalls(view).map((call) => call.name);
  if (names.length === 0)
    return loaded === null ? t('status.working') : t('status.model-load', { percent: loaded });
  const [first = ''] = names;
  return `${t('status.working')} · ${names.length === 1 ? first : t('status.tools', { count: names.length })}`;
}

function activeCalls(view: SessionView | null): CallPart[] {
  const parts = view?.messages.at(-1)?.parts ?? [];
  const calls = parts.filter((part) => part.type === 'call');
  return calls.filter(({ status }) => status === 'running' || status === 'pending');
}

function Retry({ retry }: { retry: { error: ModelError; seconds: number } }) {
  const until = useMemo(() => Date.now() + retry.seconds * 1_000, [retry]);
  const seconds = Math.max(0, Math.ceil((until - useNow(true)) / 1_000));
  switch (retry.error.type) {
    case 'rate_limit':
      return <>{t('status.retry-limit', { seconds })}</>;
    case 'overloaded':
    case 'server_error':
      return <>{t('status.retry-busy', { seconds })}</>;
    default:
      return <>{t('status.retry-other', { seconds })}</>;
  }
}
