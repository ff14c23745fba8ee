/** An empty chat: who answers, and what to try; with the guide, a link to add a model. */
import { formatRoute } from '#src/state/base/route.ts';
import { agentName } from '#src/state/agents/agents.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon, type IconName } from '#src/ui/kit/icon.tsx';
import { createLazyView } from '#src/ui/kit/lazy-view.tsx';
import { LazyAgentIcon } from '#src/ui/kit/lazy-agent-icon.ts';
import { useSuggestion } from '#src/ui/kit/use-suggestion.ts';
import type { KeyOf } from '../../shared/text/index.ts';
import { Suggestions } from './suggestions.tsx';
import styles from './greeting.module.css';
import assistantMessageStyles from './messages/assistant-message.module.css';

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

export function Greeting() {
  const { agent, problem } = useApp();
  const { isGuide, isForeign, suggest } = useSuggestion();
  const canSend = problem.value === null;
  return (
    <div class={styles.greeting}>
      <div class={assistantMessageStyles.assistantMessage}>
        {agent.value?.icon && (
          <p class={styles.greetingAgent}>
            <LazyAgentIcon icon={agent.value.icon} />
            {agentName(agent.value)}
          </p>
        )}
        <p class={isGuide ? '' : styles.greetingTitle}>{t(isGuide ? 'greeting.guide' : 'greeting.model')}</p>
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
