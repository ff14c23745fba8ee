/** The model of an agent and its fallbacks. */
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { SelectField } from '#src/ui/kit/form/select-field.tsx';
import type { AgentFields } from './agent-draft.ts';

type ModelsProps = {
  fields: Pick<AgentFields, 'provider' | 'fallbacks'>;
  onChange: (part: Partial<AgentFields>) => void;
};

/** A longer fallback chain would only hide that something is wrong. */
const maxFallbacks = 3;

export function AgentModels({ fields, onChange }: ModelsProps) {
  const { providers } = useApp();
  const models = providers.list.value.map((provider) => ({
    value: String(provider.id),
    label: provider.kind === 'guide' ? t('provider.guide') : `${provider.label} · ${provider.model}`,
  }));
  const { fallbacks } = fields;
  // One more select than fallbacks chosen; choosing none removes that fallback.
  const places = [...fallbacks, ''].slice(0, Math.max(maxFallbacks, fallbacks.length));
  const choose = (at: number, id: string) =>
    onChange({ fallbacks: places.with(at, id).filter((each) => each !== '') });
  return (
    <div class="wide fields">
      <SelectField
        label={t('agents.model')}
        hint={t('agents.model-hint')}
        options={[{ value: '', label: t('agents.model-default') }, ...models]}
        value={fields.provider}
        onChange={(provider) => onChange({ provider })}
      />
      {places.map((chosen, at) => (
        <SelectField
          key={`${at} ${chosen}`}
          label={t(at === 0 ? 'agents.fallback' : 'agents.fallback-next')}
          {...(at === 0 ? { hint: t('agents.fallback-hint') } : {})}
          options={[{ value: '', label: t('agents.fallback-none') }, ...models]}
          value={chosen}
          onChange={(id) => choose(at, id)}
        />
      ))}
    </div>
  );
}
