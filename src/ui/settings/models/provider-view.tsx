/** Adding or changing one model. */
import '#src/ui/styles/screens.ts';
import type { ProviderInfo } from '#shared/models/provider.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { TopBar } from '#src/ui/kit/bar/top-bar.tsx';
import { ProviderForm } from './provider-form.tsx';

export function ProviderView() {
  const { router, providers } = useApp();
  const route = router.route.value;
  const id = route.view === 'provider' ? route.provider : null;
  const stored: ProviderInfo | undefined = providers.find(id);
  // A deep link is opened before the engine has sent the providers.
  const isWaiting = id !== null && !stored;
  return (
    <>
      <TopBar onBack={() => router.go({ view: 'settings' })}>
        <h1 class="view-title">{t(id ? 'form.edit-title' : 'form.add-title')}</h1>
      </TopBar>
      <div class="scroller">
        <div class="page">{!isWaiting && <ProviderForm stored={stored} />}</div>
      </div>
    </>
  );
}
