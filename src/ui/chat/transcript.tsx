/** The transcript; it follows new text only while the user is at the end. */
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { Greeting } from './greeting.tsx';
import { Messages } from './lazy-messages.ts';
import { useShownChat } from './shown-chat.ts';
import { useStickyScroll } from './sticky-scroll.ts';
import styles from './transcript.module.css';

export function Transcript() {
  const { chat, scrollTarget } = useApp();
  const { scroller, content, isAtEnd, scrollToEnd } = useStickyScroll(
    chat.session.value,
    chat.sending.value,
    scrollTarget.value !== null,
  );
  return (
    <div class={styles.transcript}>
      <div class="scroller" ref={scroller} tabIndex={-1}>
        <div
          class={styles.log}
          ref={content}
          role="log"
          aria-label={t('transcript.log')}
          aria-live="off"
          data-busy={chat.busy}
        >
          <Content />
        </div>
      </div>
      {!isAtEnd.value && (
        <div class={styles.toEnd}>
          <IconButton icon="arrow-down" label={t('transcript.to-bottom')} onClick={scrollToEnd} />
        </div>
      )}
    </div>
  );
}

function Content() {
  const { chat } = useApp();
  const [view, phase] = [chat.view.value, chat.phase.value];
  const { sending, refusal } = useShownChat();
  const isEmpty = !view?.messages.length && !sending && !refusal;
  if (isEmpty && phase === 'loading') return null;
  return isEmpty && phase === 'ready' ? <Greeting /> : <Messages />;
}
