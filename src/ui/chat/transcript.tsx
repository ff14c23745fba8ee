/** The transcript; it follows new text only while the user is at the end. */
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { IconButton } from '#src/ui/kit/icon-button.tsx';
import { Messages } from './lazy-messages.ts';
import { useShownChat } from './shown-chat.ts';
import { useStickyScroll } from './sticky-scroll.ts';
import styles from './transcript.module.css';
import { formatRoute } from '#src/state/base/route.ts';
import { agentName } from '#src/state/agents/agents.ts';
import { Icon, type IconName } from '#src/ui/kit/icon.tsx';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';
import { LazyAgentIcon } from '#src/ui/kit/lazy-agent-icon.ts';
import { useSuggestion } from '#src/ui/kit/use-suggestion.ts';
import type { KeyOf } from '../../shared/text/index.ts';
import { Suggestions } from './suggestions.tsx';
import greetingStyles from './greeting.module.css';
import assistantMessageStyles from './messages/assistant-message.module.css';

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

const ModelStart = createLazyView(
  async () => (await import('./model-start.tsx')).ModelStart,
  ['chat', 'tools'],
);

const suggestions: readonly { text: KeyOf<'core'>; icon: IconName }[] = [
  { text: 'suggestion.time', icon: 'clock' },
  { text: 'suggestion.write', icon: 'edit' },
  { text: 'suggestion.chain', icon: 'file' },
  { text: 'suggestion.list', icon: 'list' },
];

/** An empty chat: who answers, and what to try; with the guide, a link to add a model. */
function Greeting() {
  const { agent, problem } = useApp();
  const { isGuide, isForeign, suggest } = useSuggestion();
  const canSend = problem.value === null;
  return (
    <div class={greetingStyles.greeting}>
      <div class={assistantMessageStyles.assistantMessage}>
        {agent.value?.icon && (
          <p class={greetingStyles.greetingAgent}>
            <LazyAgentIcon icon={agent.value.icon} />
            {agentName(agent.value)}
          </p>
        )}
        <p class={isGuide ? '' : greetingStyles.greetingTitle}>
          {t(isGuide ? 'greeting.guide' : 'greeting.model')}
        </p>
        {canSend && isGuide && <p>{t('greeting.guide-next')}</p>}
        {canSend && isForeign && <p>{t('greeting.guide-speaks')}</p>}
        {canSend && isGuide && (
          <a class="quiet-link" href={formatRoute({ view: 'provider', provider: null })}>
            {t('model.add')}
            <Icon name="chevron-right" />
          </a>
        )}
      </div>
      {canSend && (isGuide ? <Suggestions list={suggestions} say={suggest} /> : <ModelStart />)}
    </div>
  );
}
