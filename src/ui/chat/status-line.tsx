/** One line above the composer: what the run is doing now. */
import type { CallPart } from '#shared/conversation/message.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { useToolTitles } from '#src/ui/kit/tools/use-tool-titles.ts';
import { useMedia } from '#src/ui/kit/use-media.ts';
import { useNow } from '#src/ui/kit/use-now.ts';
import { useEffect, useMemo, useState } from 'preact/hooks';
import styles from './status-line.module.css';

/** Shown in rotation, as a sign that the run is still working. */
const words = ['status.thinking', 'status.working', 'status.moment'] as const;
const wordMs = 3_000;

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
        <Working calls={activeCalls(view)} loaded={modelLoad.percent.value} />
      )}
    </div>
  );
}

type WorkingProps = { calls: readonly CallPart[]; loaded: number | null };

function Working({ calls, loaded }: WorkingProps) {
  const titleOf = useToolTitles();
  const word = useWord();
  const [first] = calls;
  if (!first && loaded !== null) return <>{t('status.model-load', { percent: loaded })}</>;
  return (
    <span class={styles.working}>
      <span class={styles.word} key={word}>
        {t(word)}
      </span>
      {first && ` · ${calls.length === 1 ? titleOf(first.name) : t('status.tools', { count: calls.length })}`}
    </span>
  );
}

/** The current word of the rotation; always the first one for users who prefer reduced motion. */
function useWord(): (typeof words)[number] {
  const isStill = useMedia('(prefers-reduced-motion: reduce)');
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    setTurn(0);
    if (isStill) return;
    const timer = setInterval(() => setTurn((before) => before + 1), wordMs);
    return () => clearInterval(timer);
  }, [isStill]);
  return words[turn % words.length] ?? words[0];
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
