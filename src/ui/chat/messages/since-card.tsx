/** Three lines for a user who comes back to a chat that ran without them; nothing is asked of a model. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { SessionView } from '#shared/conversation/session.ts';
import { readSeen, sinceOf, writeSeen, type Seen } from '#src/state/chat/since.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import { useToolTitles } from '#src/ui/kit/tools/use-tool-titles.ts';
import { useChangedFiles } from './hand-over.tsx';
import { outcomeText } from './notes.tsx';
import styles from './messages.module.css';

/** Whoever is away for less has not left. */
const awayMs = 60_000;

export function SinceCard({ view }: { view: SessionView }) {
  const { prompts } = useApp();
  const titleOf = useToolTitles();
  const { left, hide } = useLeft(view);
  const since = left && sinceOf(view, left);
  const files = useChangedFiles(since?.runs ?? []);
  if (!since) return null;
  const { steps, tools, failed } = since;
  const names = tools.map(({ tool, count }) => (count > 1 ? `${titleOf(tool)} ×${count}` : titleOf(tool)));
  const isAsking = prompts.open.value.some(({ session }) => session === view.id);
  return (
    <section class={styles.since} aria-label={t('since.title')}>
      <div>
        <h2>{t('since.title')}</h2>
        <ul>
          <li>
            {[
              t('since.steps', { count: steps }),
              ...(names.length > 0 ? [names.join(', ')] : []),
              ...(failed > 0 ? [t('since.failed-calls', { count: failed })] : []),
            ].join(' · ')}
          </li>
          <li>{stateText(view, isAsking)}</li>
          <li>{files === '' ? t('since.no-files') : `${t('outcome.files')}: ${files}`}</li>
        </ul>
      </div>
      <QuietButton icon="close" label={t('since.hide')} onClick={hide} />
    </section>
  );
}

function stateText({ run, outcome }: SessionView, isAsking: boolean): string {
  if (isAsking || run?.waiting) return t('since.waiting');
  if (run) return t('since.running');
  if (!outcome || outcome.type === 'completed') return t('since.completed');
  return outcome.type === 'failed' ? t('since.failed') : outcomeText(outcome);
}

/** When the user left the chat, once they are back; until they hide it, write something, or leave again. */
function useLeft(view: SessionView) {
  const left = useSignal<Seen | undefined>(undefined);
  const shown = useRef(view);
  shown.current = view;
  const { id, run, messages } = view;
  const asked = messages.findLast(({ role }) => role === 'user')?.id;
  const before = useRef(asked);

  const mark = () => {
    const { id: chat, run: active } = shown.current;
    if (!document.hidden) writeSeen(chat, { at: Date.now(), ...(active ? { run: active.id } : {}) });
  };
  useEffect(() => {
    const comeBack = () => {
      const seen = readSeen(id);
      left.value = seen && Date.now() - seen.at >= awayMs ? seen : undefined;
      before.current = shown.current.messages.findLast(({ role }) => role === 'user')?.id;
      mark();
    };
    const leave = () => {
      const active = shown.current.run;
      writeSeen(id, { at: Date.now(), ...(active ? { run: active.id } : {}) });
    };
    const onChange = () => (document.hidden ? leave() : comeBack());
    if (!document.hidden) comeBack();
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, [id]);
  // What is on the screen is seen, also if the tab dies.
  useEffect(mark, [messages.length, run?.id]);
  useEffect(() => {
    if (asked !== before.current) left.value = undefined;
  }, [asked]);
  return { left: left.value, hide: () => (left.value = undefined) };
}
