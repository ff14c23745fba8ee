/** Known services and servers, to fill the fields with one tap; any other works as well. */
import { presetAt, presets, type Preset } from '#shared/models/presets.ts';
import { Button } from '#src/ui/kit/form/button.tsx';
import { t } from '#src/state/text/text.ts';
import type { ProviderFields } from './provider-draft.ts';

type PresetChoiceProps = { fields: ProviderFields; onChange: (part: Partial<ProviderFields>) => void };

const services: readonly Preset[] = presets.filter((preset) => 'keyPage' in preset);
const servers: readonly Preset[] = presets.filter((preset) => !('keyPage' in preset));

export function PresetChoice({ fields, onChange }: PresetChoiceProps) {
  const chosen = presetAt(fields.baseUrl)?.id;
  const choose = ({ label, kind, baseUrl }: Preset) => onChange({ name: label, kind, baseUrl, model: '' });
  return (
    <>
      <PresetGroup title={t('form.preset-services')} list={services} chosen={chosen} onChoose={choose} />
      <PresetGroup title={t('form.preset-servers')} list={servers} chosen={chosen} onChoose={choose} />
    </>
  );
}

type PresetGroupProps = {
  title: string;
  list: readonly Preset[];
  chosen: string | undefined;
  onChoose: (preset: Preset) => void;
};

function PresetGroup({ title, list, chosen, onChoose }: PresetGroupProps) {
  return (
    <fieldset class="choice">
      <legend>{title}</legend>
      <div class="chips">
        {list.map((preset) => (
          <Button
            kind="chip"
            key={preset.id}
            aria-pressed={preset.id === chosen}
            onClick={() => onChoose(preset)}
          >
            {preset.label}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

/** Setup instructions for known local servers. */
export function presetHint(baseUrl: string): string | undefined {
  const id = presetAt(baseUrl)?.id;
  switch (id) {
    case 'anthropic':
    case 'ollama':
    case 'lm-studio':
    case 'llama-cpp':
    case 'vllm':
      return t(`preset.${id}`, { origin: location.origin });
    default:
      return undefined;
  }
}
