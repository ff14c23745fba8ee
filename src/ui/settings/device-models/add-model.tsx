/** Adds a model file: from the device, or downloaded from a URL. */
import { useSignal, type Signal } from '@preact/signals';
import { Button } from '#src/ui/kit/form/button.tsx';
import { useId } from 'preact/hooks';
import type { ModelFileResult } from '#shared/models/device-model.ts';
import type { DeviceModels } from '#src/state/connections/device-models.ts';
import { t, toKey } from '#src/state/text/text.ts';
import { formatBytes } from '#src/ui/kit/format-file.ts';
import type { FeedbackState } from '#src/ui/kit/form/feedback.tsx';
import { Field } from '#src/ui/kit/form/field.tsx';
import { Form } from '#src/ui/kit/form/form.tsx';
import { ImportButton } from '#src/ui/kit/list/file-buttons.tsx';
import { classNames } from '#src/ui/kit/class-names.ts';
import settingsStyles from '../settings.module.css';
import styles from './device-models.module.css';

export function AddModel({ models, feedback }: { models: DeviceModels; feedback: Signal<FeedbackState> }) {
  const url = useSignal('');

  async function add(work: Promise<ModelFileResult | undefined>): Promise<void> {
    feedback.value = null;
    const result = await work;
    if (!result) return;
    if (result.ok) {
      const { name, bytes } = result.file;
      feedback.value = { isGood: true, text: t('device.added', { name, size: formatBytes(bytes) }) };
      url.value = '';
    } else feedback.value = { isGood: false, text: t(`device.error-${toKey(result.error)}`) };
  }

  return (
    <Form
      layout="bare"
      class={classNames('form', styles.deviceAdd)}
      label={t('device.add')}
      onSubmit={() => void add(models.download(url.value.trim()))}
    >
      <ImportButton
        label={t('device.choose')}
        icon={null}
        accept=".gguf"
        onFiles={([file]) => void add(models.importFile(file))}
      />
      <Field
        label={t('device.address')}
        hint={t('device.address-hint')}
        placeholder="https://huggingface.co/…/model.gguf"
        inputMode="url"
        value={url.value}
        onChange={(value) => (url.value = value)}
      >
        <button type="submit" class="button" disabled={url.value.trim() === ''}>
          {t('device.download')}
        </button>
      </Field>
      <Suggestions chosen={url.value} onChoose={(address) => (url.value = address)} />
    </Form>
  );
}

type SuggestionsProps = { chosen: string; onChoose: (address: string) => void };

function Suggestions({ chosen, onChoose }: SuggestionsProps) {
  const id = useId();
  return (
    <>
      <p class="hint" id={id}>
        {t('device.suggestions')}
      </p>
      <ul class={classNames(settingsStyles.modelOptions, styles.deviceSuggestions)} aria-labelledby={id}>
        {suggestions.map(({ name, bytes, address }) => (
          <li key={address}>
            <Button kind="chip" aria-pressed={chosen === address} onClick={() => onChoose(address)}>
              {name} · {formatBytes(bytes)}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Suggested small models that are known to work: URLs and published sizes. */

const suggestions: readonly { name: string; bytes: number; address: string }[] = [
  {
    name: 'SmolLM2 360M',
    bytes: 270_590_880,
    address:
      'https://huggingface.co/bartowski/SmolLM2-360M-Instruct-GGUF/resolve/main/SmolLM2-360M-Instruct-Q4_K_M.gguf',
  },
  {
    name: 'Qwen3 0.6B',
    bytes: 639_000_000,
    address: 'https://huggingface.co/Qwen/Qwen3-0.6B-GGUF/resolve/main/Qwen3-0.6B-Q8_0.gguf',
  },
  {
    name: 'Qwen3 1.7B',
    bytes: 1_830_000_000,
    address: 'https://huggingface.co/Qwen/Qwen3-1.7B-GGUF/resolve/main/Qwen3-1.7B-Q8_0.gguf',
  },
];
