/** Why prompts were not saved or imported, as an i18n text. */
import { promptLimits, type PromptError, type PromptErrorCode } from '#shared/prompts/saved-prompt.ts';
import { t } from '#src/state/text/text.ts';

/** The number in the text, if it has one. */
const counts: Partial<Record<PromptErrorCode, number>> = {
  'name-long': promptLimits.nameCharacters,
  'text-long': promptLimits.textCharacters,
  limit: promptLimits.prompts,
};

export function promptErrorText({ code, entry }: PromptError): string {
  const reason = promptFaultText(code);
  return entry === undefined ? reason : t('prompts.import-at', { number: entry, reason });
}

export function promptFaultText(code: PromptErrorCode): string {
  // Only scripts can pass other types.
  const shown = code === 'invalid' ? 'not-text' : code;
  return t(`prompts.${shown}`, { count: counts[code] ?? 0 });
}
