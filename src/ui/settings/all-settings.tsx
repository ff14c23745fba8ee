/** Everything the user can set, on one page. */
import '#src/ui/styles/screens.ts';
import { t, chooseLanguage, language } from '#src/state/text/text.ts';
import { Page } from '#src/ui/kit/bar/page.tsx';
import { AboutSection } from './about-section.tsx';
import { DataSection, useBackup } from './backup/data-section.tsx';
import { KeysSection } from './keys/keys-section.tsx';
import { DeviceSection } from './device-models/device-section.tsx';
import { GitSections } from './git-sections.tsx';
import { HostsSection } from './hosts-section.tsx';
import { ModelsSection } from './models/models-section.tsx';
import { PackagesSection } from '#src/ui/packages/packages-section.tsx';
import { PermissionsSection } from './permissions-section.tsx';
import { IpServiceSection, ReaderSection } from './reader-section.tsx';
import { RelaySection } from './relay-section.tsx';
import { SearchSection } from './search/search-section.tsx';
import { ServersSection } from './tool-servers/servers-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { WorkSection } from './work-section.tsx';
import styles from './settings.module.css';
import { languageCodes, languages } from '#shared/text/index.ts';
import { callDetail, callDetails, chooseCallDetail } from '#src/state/chat/call-detail.ts';
import { themes } from '#src/state/theme.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Choice } from '#src/ui/kit/form/choice.tsx';
import { Section } from '#src/ui/kit/form/section.tsx';
import { SelectField } from '#src/ui/kit/form/select-field.tsx';
import { modelContext } from '#src/state/agents/model-context.ts';
import { formatRoute } from '#src/state/base/route.ts';
import { QuietButton } from '#src/ui/kit/icon-button.tsx';
import { useOffered } from '#src/ui/kit/tools/use-offered.ts';

export function AllSettings() {
  const backup = useBackup();
  return (
    <Page title={t('nav.settings')} class={styles.settings}>
      <ModelsSection />
      <KeysSection />
      <ServersSection />
      <OfferedSection />
      <WorkSection />
      <DeviceSection />
      <PackagesSection />
      <AppearanceSection />
      <PermissionsSection />
      <HostsSection />
      <SearchSection />
      <RelaySection />
      <ReaderSection />
      <IpServiceSection />
      <GitSections />
      <StorageSection backup={backup.state.value} />
      <DataSection backup={backup} />
      <AboutSection />
    </Page>
  );
}

/** Theme, language, and how much detail of a tool call is shown. */
function AppearanceSection() {
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

/** The tools offered to the browser's agents (WebMCP), or a note that this browser does not support it. */
function OfferedSection() {
  const { names, offer } = useOffered();
  const isAny = names !== null && names.length > 0;
  const hint = !modelContext() ? 'offered.unsupported' : isAny ? 'offered.hint' : 'offered.none';
  return (
    <Section title={t('offered.title')} hint={t(hint)}>
      {isAny && (
        <ul class="cards" aria-label={t('offered.title')}>
          {names.map((name) => (
            <li key={name} class="card-row">
              <a class="row-text" href={formatRoute({ view: 'tools', tool: name })}>
                <code>{name}</code>
              </a>
              <QuietButton
                icon="close"
                label={t('offered.stop', { name })}
                onClick={() => offer(name, false)}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
