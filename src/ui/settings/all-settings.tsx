/** Everything the user can set, on one page. */
import '#src/ui/styles/screens.ts';
import { t } from '#src/state/text/text.ts';
import { Page } from '#src/ui/kit/bar/page.tsx';
import { AboutSection } from './about-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { DataSection, useBackup } from './backup/data-section.tsx';
import { KeysSection } from './keys/keys-section.tsx';
import { DeviceSection } from './device-models/device-section.tsx';
import { GitSections } from './git-sections.tsx';
import { HostsSection } from './hosts-section.tsx';
import { ModelsSection } from './models/models-section.tsx';
import { OfferedSection } from './offered-section.tsx';
import { PackagesSection } from '#src/ui/packages/packages-section.tsx';
import { PermissionsSection } from './permissions-section.tsx';
import { IpServiceSection, ReaderSection } from './reader-section.tsx';
import { RelaySection } from './relay-section.tsx';
import { SearchSection } from './search/search-section.tsx';
import { ServersSection } from './tool-servers/servers-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { WorkSection } from './work-section.tsx';
import styles from './settings.module.css';

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
