/** Everything the user can set, on one page. */
import { t } from '../../state/text.ts';
import { useApp } from '../app-context.ts';
import { TopBar } from '../frame/top-bar.tsx';
import { createLazyView } from '../parts/lazy-view.tsx';
import { AboutSection } from './about-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { DataSection, useBackup } from './data-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { DeviceSection } from './device/device-section.tsx';
import { HostsSection } from './hosts-section.tsx';
import { ModelsSection } from './models-section.tsx';
import { PermissionsSection } from './permissions-section.tsx';
import { ServersSection } from './servers/servers-section.tsx';
import { StorageSection } from './storage-section.tsx';
import { WorkSection } from './work-section.tsx';
import '../styles/controls.css';
import '../styles/settings.css';

const ServerView = createLazyView(async () => (await import('./servers/server-view.tsx')).ServerView);

export function SettingsView() {
  const route = useApp().router.route.value;
  const server = route.view === 'settings' ? route.server : undefined;
  return server === undefined ? <AllSettings /> : <ServerView key={server ?? 'new'} id={server} />;
}

function AllSettings() {
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
