/** Everything the user can set, on one page. */
import { t } from '../../state/text.ts';
import { TopBar } from '../frame/top-bar.tsx';
import { AboutSection } from './about-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { DataSection, useBackup } from './data-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { DeviceSection } from './device/device-section.tsx';
import { HostsSection } from './hosts-section.tsx';
import { ModelsSection } from './models-section.tsx';
import { OfferedSection } from './offered-section.tsx';
import { PermissionsSection } from './permissions-section.tsx';
import { ServersSection } from './servers/servers-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { WorkSection } from './work-section.tsx';
import '../styles/controls.css';
import '../styles/settings.css';

export function AllSettings() {
  const backup = useBackup();
  return (
    <>
      <TopBar>
        <h1 class="view-title">{t('settings.title')}</h1>
      </TopBar>
      <div class="scroller">
        <div class="page settings">
          <ModelsSection />
          <KeysSection />
          <ServersSection />
          <OfferedSection />
          <WorkSection />
          <DeviceSection />
          <AppearanceSection />
          <PermissionsSection />
          <HostsSection />
          <StorageSection backup={backup.state.value} />
          <DataSection backup={backup} />
          <AboutSection />
        </div>
      </div>
    </>
  );
}
