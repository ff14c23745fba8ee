/** An empty chat with a model: which tools the agent has, and examples for them. */
import { useEffect } from 'preact/hooks';
import { language, t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { agentStarts } from './agent-starts.ts';
import { Suggestions } from './suggestions.tsx';

export function ModelStart() {
  const { agent, provider, tools } = useApp();
  useEffect(() => tools.load(), []);
  if (!agent.value || !tools.list.value) return null;
  const { categories, starts } = agentStarts(agent.value, tools.list.value);
  const model = provider.value?.label || t('chat.this-model');
  const names = new Intl.ListFormat(language.value, { type: 'conjunction' }).format(
    categories.map((category) => t(`category.${category}`)),
  );
  return (
    <>
      <p>{names ? t('chat.start', { model, tools: names }) : t('chat.start-none', { model })}</p>
      <Suggestions list={starts} say={(key) => t(key)} />
    </>
  );
}
