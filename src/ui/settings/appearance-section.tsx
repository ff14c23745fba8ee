/** Theme, language, and how much detail of a tool call is shown. */
import { languageCodes, languages } from '#shared/text/index.ts';
import { callDetail, callDetails, chooseCallDetail } from '#src/state/chat/call-detail.ts';
import { chooseLanguage, language, t } from '#src/state/text/text.ts';
import { themes } from '#src/state/theme.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Choice } from '#src/ui/kit/form/choice.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { SelectField } from '#src/ui/kit/form/select-field.tsx';

export function AppearanceSection() {
  const { theme, toasts } = useApp();
  return (
    <Section title={t('settings.appearance')}>
      <Choice
        label={t('settings.theme')}
        options={themes.map((name) => ({ value: name, label: t(`settings.theme-${name}`) }))}
        value={theme.theme.value}
        onChoose={(name) => (theme.theme.value = name)}
      />
      <SelectField
        label={t('settings.language')}
        options={languageCodes.map((code) => ({ value: code, label: languages[code].name }))}
        value={language.value}
        onChange={(code) => void toasts.attempt(chooseLanguage(code), 'problem.load-failed')}
      />
      <Choice
        label={t('settings.calls')}
        options={callDetails.map((name) => ({ value: name, label: t(`settings.calls-${name}`) }))}
        value={callDetail.value}
        onChoose={chooseCallDetail}
      />
    </Section>
  );
}
