/** Adding or changing one model. */
import '#src/ui/styles/screens.ts';
import type { ProviderInfo } from '#shared/models/provider.ts';
import { t } from '#src/state/text/text.ts';
import { useApp } from '#src/ui/app-context.ts';
import { Page } from '#src/ui/kit/bar/page.tsx';
import { ProviderForm } from './provider-form.tsx';

export function ProviderView() {
  const { router, providers } = useApp();
  const route = router.route.value;
  const id = route.view === 'provider' ? route.provider : null;
  const stored: ProviderInfo | undefined = providers.find(id);
  // A deep link is opened before the engine has sent the providers.
  const isWaiting = id !== null && !stored;
  return (
    <Page title={t(id ? 'form.edit-title' : 'form.add-title')} onBack={() => router.go({ view: 'settings' })}>
      {!isWaiting && <ProviderForm stored={stored} />}
    </Page>
  );
}
