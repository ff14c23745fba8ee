/** An empty chat: who answers, four suggestions, and a link to add a model. */
import { formatRoute } from '#src/state/base/route.ts';
import { agentName } from '#src/state/agents/agents.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Icon, type IconName } from '#src/ui/kit/icon.tsx';
import { LazyAgentIcon } from '#src/ui/kit/lazy-agent-icon.ts';
import { useSuggestion } from '#src/ui/kit/use-suggestion.ts';
import type { KeyOf } from '../../shared/text/index.ts';
import styles from './greeting.module.css';
import assistantMessageStyles from './messages/assistant-message.module.css';

const suggestions: readonly { text: KeyOf<'core'>; icon: IconName }[] = [
  { text: 'suggestion.time', icon: 'clock' },
  { text: 'suggestion.write', icon: 'edit' },
  { text: 'suggestion.chain', icon: 'file' },
  { text: 'suggestion.list', icon: 'list' },
];

export function Greeting() {
  const { agent, provider, problem } = useApp();
  const { isGuide, isForeign } = useSuggestion();
  const model = provider.value?.label || t('greeting.this-model');
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
        {canSend && <p>{isGuide ? t('greeting.guide-next') : t('greeting.model-next', { model })}</p>}
        {canSend && isForeign && <p>{t('greeting.guide-speaks')}</p>}
        {canSend && isGuide && (
          <a class="quiet-link" href={formatRoute({ view: 'provider', provider: null })}>
            {t('model.add')}
            <Icon name="chevron-right" />
          </a>
        )}
      </div>
      {canSend && <Suggestions />}
    </div>
  );
}

function Suggestions() {
  const { chat } = useApp();
  const { suggest } = useSuggestion();
  return (
    <div class={styles.suggestions}>
      {suggestions.map(({ text, icon }) => (
        <button type="button" class={styles.suggestion} key={text} onClick={() => chat.send(suggest(text))}>
          <Icon name={icon} />
          <span dir="auto">{suggest(text)}</span>
        </button>
      ))}
    </div>
  );
}
