/** Known services, to fill the fields with one tap; any other server works as well. */
import { t } from '../../state/text.ts';
import type { ProviderFields } from './provider-draft.ts';

const presets: readonly { name: string; baseUrl: string }[] = [
  { name: 'OpenAI', baseUrl: 'https://api.openai.com/v1' },
  { name: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1' },
  { name: 'Ollama', baseUrl: 'http://localhost:11434/v1' },
  { name: 'LM Studio', baseUrl: 'http://localhost:1234/v1' },
];

type PresetChoiceProps = { fields: ProviderFields; onChange: (part: Partial<ProviderFields>) => void };

export function PresetChoice({ fields, onChange }: PresetChoiceProps) {
  return (
    <fieldset class="choice">
      <legend>{t('form.preset')}</legend>
      <div class="chips">
        {presets.map(({ name, baseUrl }) => (
          <button
            type="button"
            class="chip"
            key={name}
            aria-pressed={fields.baseUrl === baseUrl}
            onClick={() => onChange({ name, baseUrl })}
          >
            {name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
